import { describe, expect, it, vi } from 'vitest';
import { useFrontDoor } from './front-door.ts';

const contact = 'sales@barre.test';
const door = useFrontDoor({ CONTACT_EMAIL: contact });
const request = {
  name: 'Una Mambo',
  email: 'una@studio.test',
  phone: '',
  studio: 'Mambo School',
  message: '',
};

const send = (fields: Record<string, string>, visitor = door.visitor()) =>
  visitor.post('/demo-request', new URLSearchParams(fields));

describe('asking for a demo', () => {
  it('writes to the contact, who answers to the asker', async () => {
    const answer = await send({ ...request, message: 'Can it do <b>tango</b>?\nOn Sundays?' });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.text).toContain('Your request was sent.');
    const letter = await door.mail.letterTo(contact);
    expect(letter.subject).toBe('Demo request: Mambo School');
    expect(letter.raw).toMatch(/^Reply-To: una@studio\.test/im);
    expect(letter.text).toContain('Can it do <b>tango</b>?');
    expect(letter.html).toContain('Can it do &lt;b&gt;tango&lt;/b&gt;?');
  });

  it('takes what the page lets be typed, in any script and on as many lines', async () => {
    const { length } = door.mail.letters;
    // A browser counts a new line as one character and sends two.
    const message = `${'舞'.repeat(99)}\r\n`.repeat(20);
    const long = '舞'.repeat(120);
    expect(await send({ ...request, name: long, studio: long, message })).toMatchObject({ status: 200 });
    await expect.poll(() => door.mail.letters.length, { timeout: 20_000 }).toBe(length + 1);
  });

  it('says where else to write while the database is away', async () => {
    const { db } = door.app.database;
    const gone = vi.spyOn(db, 'getExecutor').mockImplementation(() => {
      throw new Error('the database is away');
    });
    const answer = await send(request);
    gone.mockRestore();
    expect(answer.status).toBe(503);
    expect(answer.text).toContain(`Please write to ${contact}.`);
  });

  it('says what is missing, and mails nothing', async () => {
    const { length } = door.mail.letters;
    for (const fields of [
      {},
      { ...request, name: ' ' },
      { ...request, email: 'una' },
      { ...request, message: 'x'.repeat(30_000) },
    ]) {
      const answer = await send(fields);
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('Enter your name and an email address');
    }
    expect(door.mail.letters).toHaveLength(length);
  });

  it('lets nobody write letters of their own', async () => {
    const { length } = door.mail.letters;
    await send({ ...request, studio: 'X\r\nBcc: everyone@barre.test', name: 'Y\r\n\r\nbody' });
    await send({ ...request, email: 'una@studio.test\r\nBcc: everyone@barre.test' });
    await expect.poll(() => door.mail.letters.length, { timeout: 20_000 }).toBe(length + 1);
    const letter = door.mail.letters.at(-1);
    expect(letter?.to).toEqual([contact]);
    expect(letter?.raw.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/im);
  });

  it('thanks programs that fill in every field, and throws their letter away', async () => {
    const { length } = door.mail.letters;
    expect(await send({ ...request, website: 'https://spam.test' })).toMatchObject({ status: 200 });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(door.mail.letters).toHaveLength(length);
  });

  it('is limited per network', async () => {
    const statuses = [];
    for (let tries = 0; tries < 7; tries++) {
      const visitor = door.visitor({ address: `2001:db8:3:4::${tries}` });
      statuses.push((await send(request, visitor)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });

  it('blames nobody for what others send', async () => {
    await door.app.database.pool.query(`insert into auth.turns (key, count) values ('demo', 200)
      on conflict (key) do update set count = 200`);
    const answer = await send(request);
    expect(answer.status).toBe(429);
    expect(answer.text).not.toContain('from you');
    expect(answer.text).toContain(`Please write to ${contact}, or try again in an hour.`);
  });

  it('is only ever posted', async () => {
    expect(await door.visitor().get('/demo-request')).toMatchObject({ status: 303, location: '/demo' });
  });
});
