import '#ui/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';

import { router } from './router.ts';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');

createRoot(root).render(<RouterProvider router={router} />);
