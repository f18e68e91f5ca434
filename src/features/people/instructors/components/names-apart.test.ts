import { expect, it } from 'vitest';
import { namesApart } from './names-apart.ts';

it('tells those of one name apart by their email, or their number, and leaves the others as they are', () => {
  const none = { email: null, phoneNumber: null };
  const people = [
    { ...none, id: '1', fullName: 'Ana Plié', email: 'ana@barre.test', phoneNumber: '555-01' },
    { ...none, id: '2', fullName: 'Ana Plié', phoneNumber: '555-02' },
    { ...none, id: '3', fullName: 'Ana Plié' },
    { ...none, id: '4', fullName: 'Bea Tendu', email: 'bea@barre.test' },
  ];
  expect(namesApart(people)).toEqual([
    { value: '1', label: 'Ana Plié, ana@barre.test' },
    { value: '2', label: 'Ana Plié, 555-02' },
    { value: '3', label: 'Ana Plié' },
    { value: '4', label: 'Bea Tendu' },
  ]);
});
