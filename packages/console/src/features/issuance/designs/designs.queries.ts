import type { Design } from '@signet/card/document'
import type { TemplateId } from '@signet/card/templates'
import {
  type CredentialDesign,
  type CredentialDesignSummary,
  createCredentialDesign,
  deleteCredentialDesign,
  exportCredentialDesign,
  importCredentialDesign,
  listCredentialDesigns,
  readCredentialDesign,
  readCredentialDesignTemplate,
  updateCredentialDesign,
} from '@signet/contract/issuance/credential-designs'
import type { z } from 'zod'
import { callsOf, useChange } from '../../../kit/entity.ts'
import { call } from '../../../lib/call.ts'
import { wholeListQuery } from '../../../pickers/whole-list.ts'

export type DesignRow = z.output<typeof CredentialDesignSummary>
export type DesignDetail = z.output<typeof CredentialDesign>

const subject = 'credential-designs'

/** The list comes whole. */
export const designsPageQuery = wholeListQuery<DesignRow>({
  subject,
  list: (signal) => call(listCredentialDesigns, { signal }),
  nameOf: ({ name }) => name,
  wordsOf: ({ name, description }) => [name, description],
})

export const readTemplate = async (id: TemplateId): Promise<Design> =>
  (await call(readCredentialDesignTemplate, { params: { CredentialDesignTemplateId: id } })).design

/** The design as a file. */
export const exportDesign = (credentialDesignId: string) =>
  call(exportCredentialDesign, { params: { credentialDesignId } })

export const designs = {
  subject,
  ...callsOf({
    read: readCredentialDesign,
    create: createCredentialDesign,
    update: updateCredentialDesign,
    remove: deleteCredentialDesign,
  }),
}

export const useDesignImport = () =>
  useChange(
    (bundle: string) => call(importCredentialDesign, { body: { bundle } }),
    [subject, 'page'],
  )
