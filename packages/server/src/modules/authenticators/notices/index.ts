export { deliverNotice } from './deliver.ts'
export { mailNotices } from './noticed-events.ts'
export { type Addressee, mailCode } from './notices.ts'
