import { useParams } from 'react-router'
import { PolicySubjectPage } from '../../../pickers/policies/PolicySubjectPage.tsx'

/** What a group policy has of its own among these settings. */
const PolicyUserPortalPage = () => (
  <PolicySubjectPage subject="userportal" id={useParams().id ?? ''} />
)

export default PolicyUserPortalPage
