export { createCertificateDoor } from './user-certificate-sign-in.routes.ts'
