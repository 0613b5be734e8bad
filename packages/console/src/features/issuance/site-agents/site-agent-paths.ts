export const siteAgentsPath = '/siteagents'
export const newSiteAgentPath = `${siteAgentsPath}/add`
