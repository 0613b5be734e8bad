import type { SamlTemplate } from './template.ts'

const saml = (template: Omit<SamlTemplate, 'protocol'>): SamlTemplate => ({
  protocol: 'SAML',
  ...template,
})

/** Products that speak SAML alone; shown once this service answers SAML. */
export const samlTemplates: readonly SamlTemplate[] = [
  saml({
    id: 'aws-console',
    name: 'AWS Console',
    category: 'operations',
    entityId: 'urn:amazon:webservices',
    acsUrl: 'https://signin.aws.amazon.com/saml',
    place: 'IAM, Identity providers, SAML',
  }),
  saml({
    id: 'google-workspace',
    name: 'Google Workspace',
    category: 'business',
    entityId: 'google.com/a/{host}',
    acsUrl: 'https://www.google.com/a/{host}/acs',
    place: 'Admin console, Security, SSO with third-party IdP',
  }),
  saml({
    id: 'slack',
    name: 'Slack',
    category: 'collaboration',
    entityId: 'https://slack.com',
    acsUrl: 'https://{tenant}.slack.com/sso/saml',
    place: 'Workspace settings, Authentication, SAML',
  }),
  saml({
    id: 'zoom',
    name: 'Zoom',
    category: 'collaboration',
    entityId: '{tenant}.zoom.us',
    acsUrl: 'https://{tenant}.zoom.us/saml/SSO',
    place: 'Admin, Advanced, Single Sign-On',
  }),
  saml({
    id: 'dropbox',
    name: 'Dropbox',
    category: 'content',
    entityId: 'Dropbox',
    acsUrl: 'https://www.dropbox.com/saml_login',
    place: 'Admin console, Settings, Single sign-on',
  }),
  saml({
    id: 'github-organization',
    name: 'GitHub Organization',
    category: 'development',
    entityId: 'https://github.com/orgs/{tenant}',
    acsUrl: 'https://github.com/orgs/{tenant}/saml/consume',
    place: 'Organization, Settings, Authentication security',
  }),
  saml({
    id: 'gitlab-group',
    name: 'GitLab.com Group',
    category: 'development',
    entityId: 'https://gitlab.com/groups/{tenant}',
    acsUrl: 'https://gitlab.com/groups/{tenant}/-/saml/callback',
    place: 'Group, Settings, SAML SSO',
  }),
  saml({
    id: 'zendesk',
    name: 'Zendesk',
    category: 'business',
    entityId: '{tenant}.zendesk.com',
    acsUrl: 'https://{tenant}.zendesk.com/access/saml',
    place: 'Admin Center, Account, Security, Single sign-on',
  }),
  saml({
    id: 'snowflake',
    name: 'Snowflake',
    category: 'data',
    entityId: 'https://{tenant}.snowflakecomputing.com',
    acsUrl: 'https://{tenant}.snowflakecomputing.com/fed/login',
    place: 'CREATE SECURITY INTEGRATION … TYPE = SAML2',
  }),
  saml({
    id: 'snipe-it',
    name: 'Snipe-IT',
    category: 'operations',
    entityId: 'https://{host}',
    acsUrl: 'https://{host}/saml/acs',
    place: 'Settings, SAML',
  }),
]
