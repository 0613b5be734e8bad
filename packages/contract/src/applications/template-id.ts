import { abort } from '@signet/rules/abort'
import { z } from 'zod'

/** Of a template for a product; one that a newer release has is taken as it comes. */
export const TemplateId = z
  .string()
  .max(50, abort)
  .regex(/^[a-z0-9][a-z0-9-]*$/, 'template_id_invalid')
