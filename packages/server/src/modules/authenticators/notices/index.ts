export { type Addressee, type Notice, notify, notifyUser } from './notices.ts'
