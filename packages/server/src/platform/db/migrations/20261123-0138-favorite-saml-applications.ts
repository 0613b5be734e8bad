import { type Migration, tenantTable } from '../migration.ts'

/** SAML applications that people like best; they go with the application. */
export const migration: Migration = {
  statements: [
    `create table favorite_saml_applications (
      tenant_id uuid not null,
      user_id uuid not null,
      application_id uuid not null,
      primary key (tenant_id, user_id, application_id),
      foreign key (tenant_id, user_id) references users on delete cascade,
      foreign key (tenant_id, application_id) references saml_applications on delete cascade
    )`,
    `create index favorite_saml_applications_of_application
      on favorite_saml_applications (tenant_id, application_id)`,
    ...tenantTable('favorite_saml_applications'),
  ],
}
