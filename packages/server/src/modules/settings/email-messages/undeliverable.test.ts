import { describe, expect, it } from 'vitest'
import { MailFailed, type MailStep } from '../../../platform/mail.ts'
import { isUnknownAddress } from './undeliverable.ts'

const failed = (reply: string, step: MailStep = 'RECIPIENT', mayRetry = false) =>
  new MailFailed('not taken', { mayRetry, step, reply })

describe('an address is unknown by an answer at RCPT', () => {
  it.each([
    '550 5.1.1 <zoe@acme.example>: Recipient address rejected',
    '550-5.1.1 The email account that you tried to reach does not exist',
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; not found',
    '553 5.1.3 bad address syntax',
    '550 5.1.2 Host unknown',
    '550 5.2.1 mailbox disabled',
    '550 no such user zoe@acme.example',
    '550 Unknown user',
    '551 User does not exist',
    '550 Unrouteable address',
    '550-Callout verification failed:\n550 Unroutable address',
    '550 Requested action not taken: mailbox unavailable',
    '550 5.1.0 <zoe@acme.example>: mailbox unavailable',
    '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).',
    '550 5.0.0 <spam@blocked-sender.example>... User unknown',
    '550 sorry, no mailbox here by that name (#5.1.1)',
    '550 <zoe@acme.example> is not a valid mailbox, see https://acme.example/policy',
    '553 Invalid recipient zoe@relay.example',
    '550 Unknown local part zoe in <zoe@acme.example>',
  ])('%s', (reply) => {
    expect(isUnknownAddress(failed(reply))).toBe(true)
  })
})

describe('an address is not unknown by', () => {
  it.each([
    '550 5.7.1 Relaying denied',
    '550 5.7.1 no such user may send here',
    '550 5.1.8 Sender address rejected: Domain not found',
    '550 5.1.7 Invalid sender address',
    '552 5.2.2 Mailbox full',
    '554 5.4.14 Hop count exceeded',
    '550 Message rejected as spam',
    '550 relay not permitted',
    '552 no such user',
    '550-Verification failed for <postmaster@signet.example>\n550-Unrouteable address\n550 Sender verify failed',
    '550 Sender domain does not exist',
    '550 Requested action not taken: mailbox unavailable\n550 Reject due to policy restrictions.',
    '550 Requested action not taken: mailbox unavailable (e.g., command rejected for policy reasons)',
    '550 mailbox unavailable: quota exceeded',
    '550 mailbox unavailable, your IP is listed at a DNSBL',
    '550 mailbox unavailable: blocked as spam',
    '550 mailbox unavailable, 5.7.1 try again later',
    '550 5.7.1 mailbox unavailable',
    '550 5.1.0 Sender rejected: mailbox unavailable',
    '550 5.2.2 mailbox unavailable',
    '554 5.5.0 mailbox unavailable',
    '550 message from <no such user@acme.example> not taken',
    '450 4.1.1 try later, no such user',
  ])('%s', (reply) => {
    expect(isUnknownAddress(failed(reply))).toBe(false)
  })

  it('an answer at another step, or one that may change', () => {
    expect(isUnknownAddress(failed('550 5.1.1 unknown user', 'MESSAGE'))).toBe(false)
    expect(isUnknownAddress(failed('550 5.1.1 unknown user', 'SENDER'))).toBe(false)
    expect(isUnknownAddress(failed('550 5.1.1 unknown user', 'RECIPIENT', true))).toBe(false)
  })
})
