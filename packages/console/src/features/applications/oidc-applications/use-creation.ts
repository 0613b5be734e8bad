import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useCreate } from '../../../kit/entity.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { type Application, applicationPath } from './application-types.ts'
import { applications, useSamlCreation } from './oidc-applications.queries.ts'

interface Made {
  readonly application: Application
  readonly clientSecret: string | null
}

type NewValues = Parameters<typeof applications.create>[0]

/** Makes an application; a secret is shown before it opens. */
export const useCreation = () => {
  const text = useText('resource')
  const navigate = useNavigate()
  const create = useCreate(applications)
  const [made, setMade] = useState<Made | null>(null)
  const open = ({ id, applicationType, templateId }: Application): void =>
    void navigate(applicationPath(id, templateId ?? applicationType))
  const save = async (values: NewValues): Promise<void> => {
    const result = await create.mutateAsync(values)
    showMessage(text('resource:applications.created', { name: result.application.name }))
    setMade(result)
    if (result.clientSecret === null) open(result.application)
  }
  return { made, open, save }
}

/** Makes a SAML application of a product, and opens it: what the product is told stands on its page. */
export const useSamlProduct = () => {
  const text = useText('resource')
  const navigate = useNavigate()
  const create = useSamlCreation()
  return async (product: Parameters<typeof create.mutateAsync>[0]): Promise<void> => {
    const { id, name } = await create.mutateAsync(product)
    showMessage(text('resource:applications.created', { name }))
    void navigate(`/applications/saml/SAML/${id}`)
  }
}
