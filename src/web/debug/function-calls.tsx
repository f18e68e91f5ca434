import { Button, Stack } from '@mantine/core';
import { useState } from 'react';

import { useSignedIn } from '#client/session.ts';

import classes from './function-calls.module.css';

type FunctionName = 'admin-create-user' | 'add-user-to-org';

/** Buttons that call the functions which create users, with fixed data, and what they answered (spec §2). */
export function FunctionCalls({ functions }: { functions: readonly FunctionName[] }) {
  const { organization } = useSignedIn();
  const [running, setRunning] = useState<FunctionName | null>(null);
  const [answer, setAnswer] = useState<string | null>(null);
  const payload = {
    email: 'test.student@barre.example',
    fullName: 'Test Student',
    role: 'student',
    organization_id: organization.id,
  };

  async function call(name: FunctionName) {
    setRunning(name);
    setAnswer(await callFunction(name, payload));
    setRunning(null);
  }

  return (
    <Stack gap="lg">
      <section aria-labelledby="payload">
        <h2 id="payload" className={classes.heading}>
          Payload
        </h2>
        <pre className={classes.code}>{JSON.stringify(payload, null, 2)}</pre>
      </section>
      <div className={classes.buttons}>
        {functions.map((name) => (
          <Button key={name} loading={running === name} onClick={() => void call(name)}>
            Call {name}
          </Button>
        ))}
      </div>
      <section aria-labelledby="response">
        <h2 id="response" className={classes.heading}>
          Raw response
        </h2>
        <pre className={classes.code} role="status">
          {answer ?? 'Nothing was called yet.'}
        </pre>
      </section>
    </Stack>
  );
}

/** The status line and the body as they came, or why nothing came. */
async function callFunction(name: FunctionName, payload: object): Promise<string> {
  try {
    const response = await fetch(`/api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(payload),
    });
    return `${response.status} ${response.statusText}\n\n${await response.text()}`;
  } catch (error) {
    return String(error);
  }
}
