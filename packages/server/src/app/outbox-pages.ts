import { createHash } from 'node:crypto'
import type { OutboxMessage } from '../platform/mail.ts'
import { escaped } from './html.ts'

const styles = `:root{color-scheme:light dark;--line:#8884;--link:light-dark(#17623f,#7fd6aa)}
html{background:light-dark(#fff,#14171c);color:light-dark(#1a1d21,#e8eaed)}a{color:var(--link);overflow-wrap:anywhere}
body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:0 auto;padding:1.5rem}h1{line-height:1.2}h2{font-size:1.1rem}
ol{list-style:none;margin:0;padding:0}li{border-top:1px solid var(--line);padding:.75rem 0}li a{font-weight:600}
p,dd{margin:0;overflow-wrap:anywhere}dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem}dt{font-weight:600}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;border:1px solid var(--line);border-radius:8px;padding:1rem}
iframe{width:100%;height:48rem;border:1px solid var(--line);border-radius:8px;background:#fff}`

const digest = createHash('sha256').update(styles).digest('base64')

/** The pages run no script and load nothing but the frame with the HTML of an email. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${digest}'`,
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** What an email brings runs nowhere: its frame is of no origin. Its links open pages of their own. */
export const partPolicy = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src https: data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

const document = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Outbox</title><style>${styles}</style></head>
<body>${body}</body></html>`

const timeOf = (at: Date): string =>
  `<time datetime="${at.toISOString()}">${at.toISOString().slice(0, 19).replace('T', ' ')} UTC</time>`

const pathOf = ({ id }: OutboxMessage): string => `/dev/outbox/${encodeURIComponent(id)}`

const subjectOf = ({ subject }: OutboxMessage): string => escaped(subject || '(no subject)')

const rowOf = (mail: OutboxMessage): string =>
  `<li><a href="${pathOf(mail)}">${subjectOf(mail)}</a><p>To ${escaped(mail.to)} · ${timeOf(mail.sentAt)}</p></li>`

/** All emails, as they are given. */
export const listPage = (mails: readonly OutboxMessage[]): string => {
  const list =
    mails.length === 0
      ? '<p>No emails yet. This development server keeps the newest 500 here instead of sending them.</p>'
      : `<ol>${mails.map(rowOf).join('\n')}</ol>`
  return document('Emails', `<main><h1>Emails</h1>${list}</main>`)
}

const endings = '.,;:!?)]}\'"'

/** Where an address ends: what ends the sentence around it does not belong to it. */
const endOf = (found: string): number => {
  let end = found.length
  while (end > 0 && endings.includes(found.charAt(end - 1))) end -= 1
  return end
}

/** Text with its web addresses as links. */
const linked = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>]+)/)
    .map((part, at) => {
      if (at % 2 === 0) return escaped(part)
      const end = endOf(part)
      const address = escaped(part.slice(0, end))
      return `<a href="${address}" rel="noreferrer">${address}</a>${escaped(part.slice(end))}`
    })
    .join('')

const factsOf = ({ from, to, files, sentAt }: OutboxMessage): string => {
  const facts = [
    ['From', escaped(from)],
    ['To', escaped(to)],
    ['Sent', timeOf(sentAt)],
    ...(files.length === 0 ? [] : [['Attachments', escaped(files.join(', '))]]),
  ]
  return `<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl>`
}

/** One email: who sent it to whom, its text, and its HTML in a frame. */
export const mailPage = (mail: OutboxMessage): string => {
  const frame =
    mail.html === null
      ? ''
      : `<h2>HTML</h2><iframe title="HTML of the email" sandbox="allow-popups allow-popups-to-escape-sandbox" src="${pathOf(mail)}/html"></iframe>`
  return document(
    mail.subject,
    `<nav><a href="/dev/outbox">All emails</a></nav><main><h1>${subjectOf(mail)}</h1>${factsOf(mail)}
<h2>Text</h2><pre>${linked(mail.text)}</pre>${frame}</main>`,
  )
}

const outside = '<base target="_blank">'

/** The HTML of an email as its frame shows it: links open outside of the frame. */
export const partPage = (html: string): string =>
  html.includes('<head>') ? html.replace('<head>', `<head>${outside}`) : outside + html
