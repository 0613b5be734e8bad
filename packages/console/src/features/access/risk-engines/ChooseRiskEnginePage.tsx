import Link from '@mui/material/Link'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link as RouterLink } from 'react-router'
import { ToolPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import { definitionsQuery, newEnginePath } from './risk-engines.queries.ts'

/** What a new engine is made from: what its service answers with. */
const ChooseRiskEnginePage = () => {
  const text = useText('settings')
  const query = useQuery(definitionsQuery)
  return (
    <ToolPage
      title={text('common:pages.chooseRiskEngine')}
      detail={text('settings:riskEngines.choose')}
    >
      <QueryView query={query} skeleton={<FormSkeleton />}>
        {(definitions) => (
          <Paper variant="outlined">
            <List disablePadding>
              {definitions.map(({ engine }) => (
                <ListItem key={engine} divider sx={{ display: 'block', py: 1.5 }}>
                  <Link component={RouterLink} to={newEnginePath(engine)}>
                    {text(`settings:riskEngines.kinds.${engine}`)}
                  </Link>
                  <Typography variant="body2" color="textSecondary">
                    {text(`settings:riskEngines.kindTexts.${engine}`)}
                  </Typography>
                </ListItem>
              ))}
            </List>
          </Paper>
        )}
      </QueryView>
    </ToolPage>
  )
}

export default ChooseRiskEnginePage
