export { firstInvitation } from './invitations.service.ts'
