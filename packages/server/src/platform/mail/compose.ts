import { isMailAddress } from '@signet/rules/mail'
import { MailFailed, type MailMessage } from '../mail.ts'

interface Mailbox {
  readonly name: string
  readonly address: string
}

const mailbox = /^(?:(?<name>[^<>"\r\n]{0,200})<(?<inner>[^<>]+)>|(?<bare>[^<>]+))$/
/** No display name, list, comment or line end: one address and nothing else. */
const oneAddress = /^[^\s<>()[\]\\,;:"@]{1,64}@[^\s<>()\\,;"@]{1,255}$/

/** `Signet <no-reply@acme.example>` or an address alone. @throws MailFailed */
export const senderOf = (text: string): Mailbox => {
  const groups = mailbox.exec(text)?.groups
  const address = (groups?.inner ?? groups?.bare ?? '').trim()
  if (!oneAddress.test(address))
    throw new MailFailed('the sender is no mail address', { mayRetry: false })
  return { name: groups?.name?.trimEnd() ?? '', address }
}

/** Header fields end with a line: none may hold a control character (RFC 5322, section 2.2). */
const headerText = (text: string): string =>
  text
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim()
    .slice(0, 500)

const inlineOf = ({ inline = [] }: MailMessage) =>
  inline.map(({ cid, contentType, content }) => ({
    cid,
    contentType,
    content,
    contentDisposition: 'inline' as const,
    filename: cid,
  }))

const filesOf = ({ files = [] }: MailMessage) =>
  files.map(({ name, contentType, content }) => ({
    contentType,
    content,
    contentDisposition: 'attachment' as const,
    filename: headerText(name),
  }))

/**
 * The message as handed to the transport, to one recipient only.
 * @throws MailFailed when the recipient is anything but one address
 */
export const compose = (message: MailMessage, from: Mailbox) => {
  const replyTo = message.replyTo ?? message.server?.replyTo ?? null
  if (!isMailAddress(message.to))
    throw new MailFailed('the recipient is no mail address', { mayRetry: false })
  return {
    from,
    to: { name: '', address: message.to },
    subject: headerText(message.subject),
    ...(replyTo === null ? {} : { replyTo: senderOf(replyTo) }),
    ...(message.id === undefined
      ? {}
      : { messageId: `<${message.id}@${from.address.split('@').at(-1)}>` }),
    text: message.text,
    ...(message.html === undefined ? {} : { html: message.html }),
    attachments: [...inlineOf(message), ...filesOf(message)],
    // RFC 3834, section 5: keeps out-of-office answers from coming back.
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false as const,
  }
}
