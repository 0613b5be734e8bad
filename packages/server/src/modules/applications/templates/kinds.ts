/** Kinds of application that are no product. */
export const kinds = [
  {
    id: 'OIDC_WEB',
    name: 'Web application',
    protocol: 'OIDC',
    description: 'A server that renders pages and keeps a secret',
  },
  {
    id: 'OIDC_SPA',
    name: 'Single-page application',
    protocol: 'OIDC',
    description: 'Runs in the browser; has no secret',
  },
  {
    id: 'OIDC_SERVER',
    name: 'Server',
    protocol: 'OIDC',
    description: 'Calls APIs in its own name',
  },
  {
    id: 'OIDC_NATIVE',
    name: 'Native application',
    protocol: 'OIDC',
    description: 'Installed on a desktop or phone',
  },
  {
    id: 'ADMIN_API',
    name: 'Administration API',
    protocol: 'API',
    description: 'A program that calls the administration API with a role of its own',
  },
  {
    id: 'AUTH_API',
    name: 'Authentication API',
    protocol: 'API',
    description: 'A program that verifies people with their authenticators',
  },
  {
    id: 'IDG',
    name: 'Identity gateway',
    protocol: 'API',
    description: 'Stands before applications that know no sign-in of their own',
  },
  {
    id: 'ISSUANCE_API',
    name: 'Issuance API',
    protocol: 'API',
    description: 'A program that enrolls people on cards',
  },
  {
    id: 'RADIUS',
    name: 'RADIUS',
    protocol: 'RADIUS',
    description: 'A VPN, switch or other client of RADIUS',
  },
  {
    id: 'SIEM',
    name: 'SIEM',
    protocol: 'API',
    description: 'A collector that fetches the audit events',
  },
  {
    id: 'SYSLOG',
    name: 'Syslog',
    protocol: 'SYSLOG',
    description: 'A collector that is sent the audit events',
  },
  {
    id: 'SAML',
    name: 'SAML',
    protocol: 'SAML',
    description: 'An application that takes signed assertions (SAML 2.0)',
  },
] as const
