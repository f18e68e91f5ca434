import { describe, expect, it } from 'vitest';
import { newAddress, useFrontDoor } from './front-door.ts';

// Without a trusted proxy, nobody's word is believed about where they come from.
const door = useFrontDoor({ TRUSTED_PROXIES: '' });

describe('a forged client address', () => {
  it('gains no further guesses', async () => {
    const statuses = [];
    for (let tries = 0; tries < 33; tries++) {
      const forged = {
        'x-forwarded-for': `203.0.113.${tries}`,
        'x-client-ip': `203.0.113.${tries}`,
        'x-real-ip': `203.0.113.${tries}`,
        forwarded: `for=203.0.113.${tries}`,
        'cf-connecting-ip': `203.0.113.${tries}`,
      };
      const answer = await door
        .visitor()
        .post('/api/auth/sign-in/email', { email: newAddress('spray'), password: 'guess-guess' }, forged);
      statuses.push(answer.status);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(3);
  });
});
