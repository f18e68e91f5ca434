import type { IncomingMessage, ServerResponse } from 'node:http';
import { escapeHtml } from '#platform/letter.ts';
import type { SentLetter } from '#platform/mail.ts';
import type { SentMessage } from '#platform/sms.ts';
import { isFromThisMachine } from '#platform/this-machine.ts';
import type { App } from '#server/app.ts';
import { refuse } from '#server/refuse.ts';

/**
 * What this process sent, readable in development so that links and codes work without a mail server. Each of them lets
 * somebody in: for whoever sits at this machine alone.
 */
export function answerMailbox(app: App, request: IncomingMessage, response: ServerResponse): boolean {
  if (app.config.MODE !== 'development' || request.method !== 'GET') return false;
  if (!isFromThisMachine(request.headers, request.socket.remoteAddress)) {
    const elsewhere = 'The mailbox opens on the machine Barre runs on. What it shows is printed there, too.';
    return refuse(response, 403, elsewhere);
  }
  const items = [
    ...app.mail.sent().map((letter) => ({ sentAt: letter.sentAt, html: letterSection(letter) })),
    ...app.sms.sent().map((message) => ({ sentAt: message.sentAt, html: messageSection(message) })),
  ].toSorted((a, b) => b.sentAt.getTime() - a.sentAt.getTime());
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  response.end(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mailbox</title><link rel="icon" href="/favicon.svg" type="image/svg+xml">
<meta name="viewport" content="width=device-width,initial-scale=1"><style>${style}</style></head>
<body><main><h1>Mailbox</h1><p>Emails and text messages this server would have sent. Only in development.</p>${items.map(({ html }) => html).join('') || '<p>Nothing was sent yet.</p>'}</main></body></html>`);
  return true;
}

const style =
  'body{font:16px/1.5 system-ui,sans-serif;background:#0b1020;color:#e9ecf8;margin:0}main{max-width:44rem;margin:2rem auto;padding:0 1rem}article{background:#131a33;border:1px solid #2b3662;border-radius:12px;padding:1rem;margin:1rem 0}h2{margin:0;font-size:1.125rem}a{color:#c4b5fd}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}summary{cursor:pointer}iframe{width:100%;height:32rem;border:0;border-radius:8px;background:#fff;margin-top:1rem}';

function letterSection({ to, subject, text, html, sentAt }: SentLetter): string {
  const drawn = html
    ? `<details><summary>As a mail program shows it</summary><iframe title="${escapeHtml(subject)}" sandbox="allow-top-navigation-by-user-activation allow-popups" srcdoc="${escapeHtml(html.replace('<head>', '<head><base target="_top">'))}"></iframe></details>`
    : '';
  return section(subject, `Email to ${to}`, sentAt, `<pre>${linked(escapeHtml(text))}</pre>${drawn}`);
}

function messageSection({ to, text, sentAt }: SentMessage): string {
  return section('Text message', `To ${to}`, sentAt, `<pre>${linked(escapeHtml(text))}</pre>`);
}

function section(title: string, to: string, sentAt: Date, body: string): string {
  return `<article><h2>${escapeHtml(title)}</h2><p>${escapeHtml(to)}, ${sentAt.toISOString()}</p>${body}</article>`;
}

function linked(html: string): string {
  return html.replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}
