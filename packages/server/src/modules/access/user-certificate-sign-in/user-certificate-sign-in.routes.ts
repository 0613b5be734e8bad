import * as contract from '@signet/contract/access/user-certificates'
import { routes } from '../../../kit/routes.ts'
import { type Doors, engine } from '../sign-in/index.ts'
import { start } from './user-certificate-sign-in.service.ts'

/** Sign-in by the certificate of the connection. */
export const createCertificateDoor = (doors: Doors) =>
  routes(contract, {
    startCertificateSignIn: (ctx, { body }) => start(ctx, body.authToken),
    completeCertificateSignIn: (ctx, { body: given }) =>
      engine.complete(ctx, doors, { authenticator: 'USER_CERTIFICATE', given }),
  })
