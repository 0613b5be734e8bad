export { deliverNotice } from './deliver.ts'
export { mailPeople, type Recipient, recipientOf } from './mail-people.ts'
export { mailNotices } from './noticed-events.ts'
export { type Addressee, mailboxKey, mailCode, mailNow, mailOf } from './notices.ts'
