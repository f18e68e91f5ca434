import type { Letter } from '#platform/mail.ts';

/** What a letter says, in the order it is read. */
type LetterContent = {
  to: string;
  subject: string;
  /** Where Barre is: the name at the top leads there. */
  baseUrl: string;
  title: string;
  paragraphs: string[];
  /** The one thing to do, as a button. */
  action?: { label: string; url: string };
  /** A code to copy, set large. */
  code?: string;
  /** Small print: how long it holds, and what to do when one did not ask for it. */
  footnote?: string;
};

/** A letter in two parts: HTML that mail programs draw alike, and the same words as plain text. */
export function composeLetter(content: LetterContent): Letter {
  return {
    to: content.to,
    // A line break in a name must not start a header of its own.
    subject: content.subject.replaceAll(/\s+/g, ' '),
    text: plainText(content),
    html: html(content),
  };
}

/** Text made safe to stand in HTML. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function plainText({ title, paragraphs, action, code, footnote, baseUrl }: LetterContent): string {
  const parts = [
    title,
    ...paragraphs,
    action ? `${action.label}:\n${action.url}` : '',
    code ?? '',
    footnote ?? '',
    `Barre\n${baseUrl}`,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

// Tables and inline styles, because that is what every mail program understands. Light, so that programs which
// turn letters dark have something to turn.
function html({ subject, title, paragraphs, action, code, footnote, baseUrl }: LetterContent): string {
  const rows = [
    `<h1 style="margin:0;font-size:22px;line-height:30px;color:#141b34">${escapeHtml(title)}</h1>`,
    ...paragraphs.map((text) => paragraph(text, '#475275', 16)),
    ...(action ? [button(action)] : []),
    ...(code ? [largeCode(code)] : []),
    ...(action ? [fallbackLink(action.url)] : []),
    ...(footnote ? [paragraph(footnote, '#5a6588', 13)] : []),
  ];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f5f6fc;font-family:Inter,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td style="padding:0 0 16px"><a href="${escapeHtml(baseUrl)}" style="color:#6d28d9;font-size:18px;font-weight:700;text-decoration:none">Barre</a></td></tr>
<tr><td style="background:#ffffff;border:1px solid #d3daee;border-top:4px solid #6d28d9;border-radius:12px;padding:28px">${rows.join('')}</td></tr>
<tr><td style="padding:16px 0 0;color:#5a6588;font-size:13px;line-height:20px">Sent by Barre, studio management for dance schools.</td></tr>
</table></td></tr></table></body></html>`;
}

function paragraph(text: string, color: string, size: number): string {
  const lines = escapeHtml(text).replaceAll('\n', '<br>');
  return `<p style="margin:16px 0 0;color:${color};font-size:${size}px;line-height:${Math.round(size * 1.5)}px">${lines}</p>`;
}

function button({ label, url }: { label: string; url: string }): string {
  return `<p style="margin:24px 0 0"><a href="${escapeHtml(url)}" style="display:inline-block;background:#6d28d9;color:#ffffff;font-size:16px;font-weight:600;line-height:24px;padding:12px 24px;border-radius:8px;text-decoration:none">${escapeHtml(label)}</a></p>`;
}

function largeCode(code: string): string {
  return `<p style="margin:24px 0 0;padding:16px;background:#eef1fa;border-radius:8px;color:#141b34;font-size:30px;line-height:36px;font-weight:700;letter-spacing:6px;text-align:center">${escapeHtml(code)}</p>`;
}

function fallbackLink(url: string): string {
  return `<p style="margin:24px 0 0;color:#5a6588;font-size:13px;line-height:20px">If the button does not work, open this address:<br><a href="${escapeHtml(url)}" style="color:#6d28d9;word-break:break-all">${escapeHtml(url)}</a></p>`;
}
