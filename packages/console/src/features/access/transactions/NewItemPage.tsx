import { NewDefinitionPage } from '../../../pickers/definitions/NewDefinition.tsx'
import { itemKind } from './item-kind.tsx'

const NewItemPage = () => <NewDefinitionPage kind={itemKind} />

export default NewItemPage
