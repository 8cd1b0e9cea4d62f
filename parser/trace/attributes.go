package trace

// Attributes of the semantic conventions for generative AI of OpenTelemetry, version 1.38:
// https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/
const (
	genConversation = "gen_ai.conversation.id"
	genOperation    = "gen_ai.operation.name"
	genProvider     = "gen_ai.provider.name"
	genAgent        = "gen_ai.agent.name"
	genAgentID      = "gen_ai.agent.id"
	genModel        = "gen_ai.response.model"
	genResponse     = "gen_ai.response.id"
	genInput        = "gen_ai.usage.input_tokens" // with the cache, as the conventions say
	genOutput       = "gen_ai.usage.output_tokens"
	genCacheRead    = "gen_ai.usage.cache_read.input_tokens"
	genCacheWrite   = "gen_ai.usage.cache_creation.input_tokens"
	genTool         = "gen_ai.tool.name"
	genCall         = "gen_ai.tool.call.id"
	errorType       = "error.type"
)

// Attributes of Langfuse: https://langfuse.com/integrations/native/opentelemetry#property-mapping
const (
	langfuseName     = "langfuse.trace.name"
	langfuseSession  = "langfuse.session.id"
	langfuseInput    = "langfuse.observation.input"
	langfuseOutput   = "langfuse.observation.output"
	langfuseType     = "langfuse.observation.type"
	langfuseModel    = "langfuse.observation.model.name"
	langfuseLevel    = "langfuse.observation.level"
	langfuseUsage    = "langfuse.observation.usage_details"
	langfuseCost     = "langfuse.observation.cost_details"
	langfuseMetadata = "langfuse.observation.metadata."
	langfuseTrace    = "langfuse.trace."
)

// Attributes of our own.
const (
	ownCost    = "unspool.cost.usd"        // by the list prices
	ownUntimed = "unspool.time.unrecorded" // the record has no time; that of the record before it is used
	ownLow     = "unspool.usage.incomplete"
	ownLeftOut = "unspool.left_out."       // counts, of the resource
	ownEarlier = "unspool.earlier_export." // counts of what earlier exports left out or replaced, of the resource
)
