import { blankDesign } from '@signet/card/document'
import type { TestTenant } from '../../../../testing/test-app.ts'
import {
  buildCredentialDesign,
  bundleNamed,
  designNamed,
  otherPicture,
  pictureToTransform,
} from '../../../security/sweep/issuance-rows.ts'
import { replaced } from '../../../security/sweep/looks.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario, World } from '../../../security/sweep/world.ts'

const fresh = ({ ctx }: World): string => `Card ${ctx.platform.ids.random(6).toString('hex')}`

const onDesign =
  (body?: (world: World) => unknown): Scenario =>
  async (world) => ({
    params: { credentialDesignId: await buildCredentialDesign(world.ctx) },
    ...(body === undefined ? {} : { body: body(world) }),
  })

const credentialDesign = async ({ ctx }: TestTenant) => ({
  credentialDesignId: await buildCredentialDesign(ctx),
})

export const scenarios: SubjectScenarios = {
  calls: {
    createCredentialDesign: (world) => ({ body: designNamed(fresh(world)) }),
    readCredentialDesign: onDesign(),
    updateCredentialDesign: onDesign((world) => designNamed(fresh(world))),
    deleteCredentialDesign: onDesign(),
    exportCredentialDesign: onDesign(),
    importCredentialDesign: (world) => ({ body: { bundle: bundleNamed(fresh(world)) } }),
    readCredentialDesignTemplate: () => ({ params: { CredentialDesignTemplateId: 'student' } }),
    transformImage: () => ({ params: { transformType: 'grayscale' }, body: pictureToTransform }),
    previewPrint: () => ({ body: { design: blankDesign() } }),
  },
  ids: [{ under: '/api/web/issuance/credentialdesigns/', build: credentialDesign }],
  bodyIds: {
    previewPrint: {
      build: ({ ctx }) => buildCredentialDesign(ctx),
      body: (credentialDesignId) => ({ credentialDesignId }),
    },
  },
  bodies: {
    createCredentialDesign: designNamed('x'),
    updateCredentialDesign: designNamed('x'),
    importCredentialDesign: { bundle: bundleNamed('x') },
    transformImage: pictureToTransform,
    previewPrint: { credentialDesignId: crypto.randomUUID() },
  },
  effects: {
    importCredentialDesign: ['listCredentialDesigns'],
  },
  alteredBy: {
    exportCredentialDesign: ['updateCredentialDesign'],
  },
  computes: {
    drawBarcode: { value: 'y' },
    previewPrint: replaced('85.6', '60'),
    transformImage: { image: otherPicture },
  },
  constant: {
    listCredentialDesignTemplates: 'The card templates that this release has',
    readCredentialDesignTemplate: 'The card templates that this release has',
  },
}
