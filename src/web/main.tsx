import '#ui/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';

import { focusPressed } from '#ui/focus-pressed.ts';
import { takeHeldEnterOnce } from '#ui/held-enter.ts';
import { keepClicksTogether } from '#ui/second-click.ts';

import { router } from './router.ts';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');

keepClicksTogether();
takeHeldEnterOnce();
focusPressed();
// In small steps, between which a phone can answer a touch.
startTransition(() => createRoot(root).render(<RouterProvider router={router} />));
