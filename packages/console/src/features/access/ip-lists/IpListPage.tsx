import { IpListChange } from '@signet/contract/access/ip-lists'
import { useParams } from 'react-router'
import { DefinitionPage } from '../../../pickers/definitions/DefinitionPage.tsx'
import { type IpList, ipListKind } from '../../../pickers/definitions/ip-list-kind.tsx'
import { TryChange } from '../../../pickers/what-ifs/TryChange.tsx'

/** What other addresses would change, before they are saved. */
const tryList = ({ id }: IpList) => (
  <TryChange
    changeOf={(typed) => ({ kind: 'IP_LIST', listId: id, list: IpListChange.parse(typed) })}
  />
)

const IpListPage = () => (
  <DefinitionPage kind={ipListKind} id={useParams().id ?? ''} formActions={tryList} />
)

export default IpListPage
