"""Generated from the declarations of operations by `npm run docs`; do not edit."""

from __future__ import annotations

from typing import Any, Literal

from typing_extensions import Unpack

from .. import _steps as s
from . import records as r


class Calls:
    """A method for each operation; they raise MemoryServiceError."""

    def _call(self, name: str, given: dict[str, Any]) -> Any:
        raise NotImplementedError

    def list_own_statements(
        self,
        **options: Unpack[s.CallOptions],
    ) -> r.ListOwnStatementsAnswer:
        """List statements about the user in projects: What is surely about the user in memories of projects, by project; change_memories with moveTo `me` moves it to their own memory."""
        return self._call("list_own_statements", locals())

    def list_characters(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        tag: str | None = None,
        capability: str | None = None,
        agent_status: Literal["IDLE", "BUSY", "FAILED", "PAUSED"] | None = None,
        visibility: Literal["PUBLIC", "PRIVATE"] | None = None,
        status: Literal["ACTIVE", "ARCHIVED", "DELETED", "ALL"] | None = None,
        sort_by: Literal["CREATED_AT", "LAST_MEMORY_AT", "MEMORY_COUNT", "NAME"] | None = None,
        sort_order: Literal["ASC", "DESC"] | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.ListCharactersAnswer:
        """List characters: List the characters (people, agents, projects) that have a memory, with ids, profiles and memory counts."""
        return self._call("list_characters", locals())

    def create_character(
        self,
        *,
        name: str,
        category_preset: Literal["developer", "standard"] | None = None,
        visibility: Literal["PUBLIC", "PRIVATE"] | None = None,
        external_id: str | None = None,
        tags: list[str] | None = None,
        profile: r.CreateCharacterProfile | None = None,
        if_exists: Literal["error", "return"] | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.CreateCharacterAnswer:
        """Create a character: Make a memory for one person, agent or project (preset developer). Use list_characters first."""
        return self._call("create_character", locals())

    def list_files(
        self,
        *,
        character_id: str | None = None,
        user: str | None = None,
        page: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.ListFilesAnswer:
        """List files: List the synced files of a memory, by path."""
        return self._call("list_files", locals())

    def get_tier(
        self,
        **options: Unpack[s.CallOptions],
    ) -> r.GetTierAnswer:
        """Get tier and usage: See the plan: tier, features, limits, memory used, setup of extraction and embeddings, connections with servers."""
        return self._call("get_tier", locals())

    def whoami(
        self,
        **options: Unpack[s.CallOptions],
    ) -> r.WhoamiAnswer:
        """Who am I: See as which member, role, team and tier you act, how you signed in, and which memory is your own."""
        return self._call("whoami", locals())

    def list_members(
        self,
        **options: Unpack[s.CallOptions],
    ) -> r.ListMembersAnswer:
        """List members: See who belongs to the team, with roles and whether suspended; oldest first."""
        return self._call("list_members", locals())

    def add_member(
        self,
        *,
        name: str,
        role: Literal["VIEWER", "MEMBER", "ADMIN", "OWNER"],
        external_id: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.AddMemberAnswer:
        """Add a member: Add a person or program to the team; create_key then gives it a key. externalId: its sub at the sign-in."""
        return self._call("add_member", locals())

    def list_keys(
        self,
        **options: Unpack[s.CallOptions],
    ) -> r.ListKeysAnswer:
        """List API keys: See your API keys, or as OWNER those of the whole team, revoked ones too; never their texts."""
        return self._call("list_keys", locals())

    def create_key(
        self,
        *,
        name: str | None = None,
        member: str | None = None,
        expires_at: str | None = None,
        access: Literal["READ", "WRITE"] | None = None,
        character_ids: list[str] | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.CreateKeyAnswer:
        """Create an API key: Make an API key for yourself, or as OWNER for a member (id or name). It may end, only read, or have some characters alone. The answer alone holds its text."""
        return self._call("create_key", locals())

    def list_passkeys(
        self,
        **options: Unpack[s.CallOptions],
    ) -> r.ListPasskeysAnswer:
        """List passkeys: See the passkeys with which you sign in to the dashboard, or as OWNER those of the whole team."""
        return self._call("list_passkeys", locals())

    def list_grants(
        self,
        **options: Unpack[s.CallOptions],
    ) -> r.ListGrantsAnswer:
        """List allowed clients: See which clients you have allowed in by signing in, or as OWNER those of the whole team, and what each may do."""
        return self._call("list_grants", locals())

    def list_sessions(
        self,
        **options: Unpack[s.CallOptions],
    ) -> r.ListSessionsAnswer:
        """List sessions: See where you are signed in to the dashboard, or as OWNER where anyone of the team is."""
        return self._call("list_sessions", locals())

    def list_changes(
        self,
        *,
        character_id: str | None = None,
        user: str | None = None,
        by: Literal["model", "user", "file", "system"] | None = None,
        client: str | None = None,
        member: str | None = None,
        change_type: Literal["CREATED", "UPDATED", "DELETED", "RESTORED", "PROPOSED", "REJECTED", "ENDED", "REVIVED"] | None = None,
        batch_id: str | None = None,
        to_review: bool | None = None,
        only: Literal["edits", "learnt", "noted", "single"] | None = None,
        since: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.ListChangesAnswer:
        """List changes: See changes of memories, newest first: over all characters, or of one."""
        return self._call("list_changes", locals())

    def list_hook_receipts(
        self,
        *,
        limit: int | None = None,
        session: str | None = None,
        character_id: str | None = None,
        user: str | None = None,
        cursor: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.ListHookReceiptsAnswer:
        """List hook receipts: See the latest runs of hooks: memories given, turns captured; of each turn the statements kept, proposed and left out, and why."""
        return self._call("list_hook_receipts", locals())

    def count_reviews(
        self,
        **options: Unpack[s.CallOptions],
    ) -> r.CountReviewsAnswer:
        """Count waiting reviews: How many edits of models and proposals wait for a person: in all, and of each character with some."""
        return self._call("count_reviews", locals())

    def get_statistics(
        self,
        *,
        character_id: str | None = None,
        user: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        timeline: Literal["DAY", "MONTH", "YEAR"] | None = None,
        least_importance: Literal["CRITICAL", "HIGH", "NORMAL", "LOW"] | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.GetStatisticsAnswer:
        """Statistics: Count memories by day, category and source, AI tokens and recalls by day, and turns that wait: of all characters, or of one."""
        return self._call("get_statistics", locals())

    def get_memory_health(
        self,
        *,
        character_id: str | None = None,
        user: str | None = None,
        limit: int | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.GetMemoryHealthAnswer:
        """Memory health: How good the memory of a character is, or of all: questions without an answer; memories never recalled, alike, about a past day or a lost file, or that ended or end within a week; tasks for a person; what was learnt this week."""
        return self._call("get_memory_health", locals())

    def list_names(
        self,
        *,
        character_id: str | None = None,
        user: str | None = None,
        kind: Literal["person", "thing"] | None = None,
        words: str | None = None,
        limit: int | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.ListNamesAnswer:
        """People and things: The names of people, then of things, in at least two memories of one character or of all; those that most memories say first. describe_name tells more of one."""
        return self._call("list_names", locals())

    def describe_name(
        self,
        *,
        name: str,
        character_id: str | None = None,
        user: str | None = None,
        page: int | None = None,
        limit: int | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.DescribeNameAnswer:
        """A person or thing: What memories say of a person or thing of list_names: what it is, what holds, by month, with whom, what may be outdated, and the memories, latest first."""
        return self._call("describe_name", locals())

    def join_names(
        self,
        *,
        alias: str,
        character_id: str | None = None,
        user: str | None = None,
        name: str | None = None,
        joined: bool | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.JoinNamesAnswer:
        """Join two names: Say that two names of list_names are of one person or thing, such as a short form: the alias counts as the name; or that one is no name. No memory changes."""
        return self._call("join_names", locals())

    def list_duplicates(
        self,
        *,
        character_id: str | None = None,
        user: str | None = None,
        limit: int | None = None,
        kept: bool | None = None,
        cursor: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.ListDuplicatesAnswer:
        """List likely duplicates: Pairs of memories that say about the same, contradict each other or of which the newer one may say what holds instead, the surest first: of one character or of all. Those marked weak are only alike: each says something of its own. Pairs are found in the background. merge_memories merges two, keep_both says that both are right."""
        return self._call("list_duplicates", locals())

    def list_forget_requests(
        self,
        *,
        character_id: str | None = None,
        user: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.ListForgetRequestsAnswer:
        """List requests to forget: What the user asked to forget, with the memories about it, the latest first: of one character or of all. review_forget_request deletes or keeps them."""
        return self._call("list_forget_requests", locals())

    def erase_memories(
        self,
        *,
        character_id: str | None = None,
        user: str | None = None,
        everywhere: bool | None = None,
        ids: list[str] | None = None,
        filter: r.EraseMemoriesFilter | None = None,
        naming: list[str] | None = None,
        also: list[str] | None = None,
        except_: list[str] | None = None,
        confirm: bool | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.EraseMemoriesAnswer:
        """Erase memories for good: Remove memories for good, with their history and what else in the store holds their texts; nothing brings them back. Without confirm a preview, with what else holds them."""
        return self._call("erase_memories", locals())

    def list_erasures(
        self,
        *,
        character_id: str | None = None,
        user: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.ListErasuresAnswer:
        """List erasures: The receipts of what was erased for good, the latest first: of one character or of all."""
        return self._call("list_erasures", locals())

    def list_batches(
        self,
        *,
        character_id: str | None = None,
        user: str | None = None,
        by: Literal["model", "user", "file", "system"] | None = None,
        client: str | None = None,
        change_type: Literal["CREATED", "UPDATED", "DELETED", "RESTORED", "PROPOSED", "REJECTED", "ENDED", "REVIVED"] | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.ListBatchesAnswer:
        """List batches: Batches of changes, newest first: deletions, moves, imports, merges, what hooks learnt, undos and answers that keep both memories of pairs, of one character or of all, each with its first change, an undo with what it undoes. undo_batch undoes one."""
        return self._call("list_batches", locals())

    def list_recalls(
        self,
        *,
        character_id: str | None = None,
        user: str | None = None,
        recall_id: str | None = None,
        empty: bool | None = None,
        weak: bool | None = None,
        helped: bool | None = None,
        used: bool | None = None,
        gap: bool | None = None,
        dismissed: bool | None = None,
        asked: bool | None = None,
        lines: bool | None = None,
        client: str | None = None,
        kind: Literal["search", "context", "hook"] | None = None,
        words: str | None = None,
        grouped: bool | None = None,
        since: str | None = None,
        until: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.ListRecallsAnswer:
        """List recalls: See the queries of agents and the memories they received, newest first: over all characters, or of one."""
        return self._call("list_recalls", locals())

    def get_ai_settings(
        self,
        **options: Unpack[s.CallOptions],
    ) -> r.GetAiSettingsAnswer:
        """Get AI settings: See which AI provider your tenant uses, whether by settings of its own; never the key."""
        return self._call("get_ai_settings", locals())

    def set_ai_settings(
        self,
        *,
        provider: Literal["openai", "anthropic"],
        model: str | None = None,
        base_url: str | None = None,
        key: str | None | s.Unset = s.UNSET,
        daily_tokens: int | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.SetAiSettingsAnswer:
        """Set AI settings: Choose your tenant's AI provider, in place of the server's; an omitted field goes back to its default."""
        return self._call("set_ai_settings", locals())

    def test_ai_settings(
        self,
        **options: Unpack[s.CallOptions],
    ) -> r.TestAiSettingsAnswer:
        """Test AI settings: Ask your tenant's AI provider for one small extraction: whether it answers, how fast, and any fault."""
        return self._call("test_ai_settings", locals())

    def create_webhook(
        self,
        *,
        url: str,
        events: list[Literal["*", "character.created", "character.updated", "character.archived", "character.deleted", "character.restored", "character.shared", "memory.created", "memory.updated", "memory.deleted", "memory.restored", "memory.ended", "memory.erased", "memory.batch", "file.synced", "import.committed", "extraction.failed", "member.changed", "key.created", "key.revoked", "tier.changed", "webhook.disabled", "webhook.test"]],
        character_ids: list[str] | None = None,
        description: str | None = None,
        include_content: bool | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.CreateWebhookAnswer:
        """Create a webhook: Have events sent to an https address, signed as Standard Webhooks says; docs/webhooks.md has the events. The answer alone holds the secret. BUSINESS tier."""
        return self._call("create_webhook", locals())

    def list_webhooks(
        self,
        **options: Unpack[s.CallOptions],
    ) -> r.ListWebhooksAnswer:
        """List webhooks: See the webhooks of the team, oldest first. BUSINESS tier."""
        return self._call("list_webhooks", locals())

    def list_audit_events(
        self,
        *,
        since: str | None = None,
        until: str | None = None,
        member: str | None = None,
        action: str | None = None,
        character_id: str | None = None,
        user: str | None = None,
        outcome: Literal["OK", "CharacterNotFound", "MemoryNotFound", "FileNotFound", "InvalidContent", "InvalidInput", "DuplicateCharacterName", "CategoryNotConfigured", "InvalidPreset", "VisibilityChangeNotAllowed", "ValidationError", "Unauthorized", "AccessDenied", "FeatureNotAvailable", "InsufficientRole", "TierLimitExceeded", "CharacterLimitExceeded", "ConflictUnresolved", "SnapshotConflict", "NameTaken", "CharacterArchived", "RequestInProgress", "AnswerLost", "IdempotencyKeyReused", "ExtractionFailed", "SyncFailed", "InternalError", "NotImplemented", "NotFound", "MethodNotAllowed", "PayloadTooLarge", "UnsupportedMediaType", "Cancelled", "ServiceUnavailable"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.ListAuditEventsAnswer:
        """List audit events: See who changed what, when and from where, and which calls were refused: newest first. A page may be short, or empty, while there is a nextCursor. BUSINESS tier."""
        return self._call("list_audit_events", locals())

    def search_memories(
        self,
        *,
        query: str,
        character_id: str | None = None,
        user: str | None = None,
        limit: int | None = None,
        category: str | None = None,
        since: str | None = None,
        until: str | None = None,
        importance: Literal["CRITICAL", "HIGH", "NORMAL", "LOW"] | None = None,
        source: Literal["direct", "extraction", "file", "import"] | None = None,
        file: str | None = None,
        min_relevance: float | None = None,
        holds: Literal["true", "false", "any"] | None = None,
        as_of: str | None = None,
        time_zone: str | None = None,
        explain: bool | None = None,
        author: str | None = None,
        client: str | None = None,
        tags: list[str] | r.EraseMemoriesFilterTags2 | r.EraseMemoriesFilterTags3 | None = None,
        metadata: dict[str, str | float | r.EraseMemoriesFilterMetadata3] | None = None,
        having: list[str] | None = None,
        narrow: bool | None = None,
        page: int | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.SearchMemoriesAnswer:
        """Search memories: Recall from memory what is known: facts, preferences, decisions, what was said earlier or last time. Ask in plain words of any language; names, dates ("last week") and identifiers work. Call it before you answer from memory or store something. Best first; low relevance or none: nothing is known."""
        return self._call("search_memories", locals())

    def assemble_context(
        self,
        *,
        character_id: str | None = None,
        user: str | None = None,
        query: str | None = None,
        max_tokens: int | None = None,
        include: list[Literal["profile", "memories", "recent"]] | None = None,
        category: str | None = None,
        holds: Literal["true", "false", "any"] | None = None,
        as_of: str | None = None,
        time_zone: str | None = None,
        author: str | None = None,
        since: str | None = None,
        until: str | None = None,
        tags: list[str] | r.EraseMemoriesFilterTags2 | r.EraseMemoriesFilterTags3 | None = None,
        metadata: dict[str, str | float | r.EraseMemoriesFilterMetadata3] | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.AssembleContextAnswer:
        """Assemble context: Everything from memory that a task needs, within a budget of tokens: the profile, memories relevant to a query (or the most important), the latest ones."""
        return self._call("assemble_context", locals())

    def add_memory(
        self,
        *,
        character_id: str | None = None,
        user: str | None = None,
        content: str | None = None,
        messages: list[r.AddMemoryMessagesItem] | None = None,
        category: str | None = None,
        importance: Literal["CRITICAL", "HIGH", "NORMAL", "LOW"] | None = None,
        valid_until: str | None = None,
        supersedes: list[str] | None = None,
        time_zone: str | None = None,
        allow_secret: bool | None = None,
        session_id: str | None = None,
        occurred_at: str | None = None,
        tags: list[str] | None = None,
        metadata: dict[str, str | float] | None = None,
        category_preset: Literal["developer", "standard"] | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.AddMemoryAnswer:
        """Remember a text: Remember a text or chat for later conversations: facts, preferences, decisions, plans. It is split into single memories, sorted into categories; nothing is stored twice. Best when in doubt; one finished statement: add_memory_direct. Returns all `memories` and the `operations` done."""
        return self._call("add_memory", locals())

    def add_memory_direct(
        self,
        *,
        content: str,
        character_id: str | None = None,
        user: str | None = None,
        category: str | None = None,
        salience: float | None = None,
        importance: Literal["CRITICAL", "HIGH", "NORMAL", "LOW"] | None = None,
        allow_secret: bool | None = None,
        valid_until: str | None = None,
        supersedes: list[str] | None = None,
        tags: list[str] | None = None,
        metadata: dict[str, str | float] | None = None,
        time_zone: str | None = None,
        session_id: str | None = None,
        occurred_at: str | None = None,
        category_preset: Literal["developer", "standard"] | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.AddMemoryDirectAnswer:
        """Remember as written: Remember one finished, self-contained statement word for word, such as a preference or decision, in a category you choose. What is stored already is answered with operation NONE."""
        return self._call("add_memory_direct", locals())

    def list_memories(
        self,
        *,
        character_id: str | None = None,
        user: str | None = None,
        page: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        category: str | None = None,
        state: Literal["ACTIVE", "DELETED", "PROPOSED", "ALL"] | None = None,
        importance: Literal["CRITICAL", "HIGH", "NORMAL", "LOW"] | None = None,
        since: str | None = None,
        until: str | None = None,
        holds: Literal["true", "false", "any"] | None = None,
        as_of: str | None = None,
        time_zone: str | None = None,
        least_importance: Literal["CRITICAL", "HIGH", "NORMAL", "LOW"] | None = None,
        source: Literal["direct", "extraction", "file", "import"] | None = None,
        file_id: str | None = None,
        client: str | None = None,
        author: str | None = None,
        batch_id: str | None = None,
        session_id: str | None = None,
        stored_since: str | None = None,
        tags: list[str] | r.EraseMemoriesFilterTags2 | r.EraseMemoriesFilterTags3 | None = None,
        metadata: dict[str, str | float | r.EraseMemoriesFilterMetadata3] | None = None,
        sort: Literal["newest", "oldest", "importance", "recalled", "changed"] | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.ListMemoriesAnswer:
        """List memories: Browse memories newest first, by category (such as preferences or decisions), importance or time, deleted ones too. To find something: search_memories."""
        return self._call("list_memories", locals())

    def explain_prompt(
        self,
        *,
        prompt: str,
        character_id: str | None = None,
        user: str | None = None,
        asked_at: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.ExplainPromptAnswer:
        """Explain a prompt: What hooks would give at a prompt now, and why not more: of the character, and of the own memory beside it."""
        return self._call("explain_prompt", locals())

    def get_character(
        self,
        *,
        character_id: str | None = None,
        user: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.Character:
        """Get a character: Read one character, the owner of a memory: profile, agent config, aliases, tags, memory count."""
        return self._call("get_character", locals())

    def update_profile(
        self,
        *,
        character_id: str | None = None,
        user: str | None = None,
        system_prompt: str | None | s.Unset = s.UNSET,
        personality: str | None | s.Unset = s.UNSET,
        background: str | None | s.Unset = s.UNSET,
        rules: list[str] | None | s.Unset = s.UNSET,
        custom_fields: dict[str, str] | None | s.Unset = s.UNSET,
        personal_data: Literal["store", "mark", "redact", "refuse"] | None | s.Unset = s.UNSET,
        **options: Unpack[s.CallOptions],
    ) -> r.Character:
        """Update a profile: Change whose memory it is: prompt, personality, background, rules, custom fields. Null clears; lists and customFields are replaced."""
        return self._call("update_profile", locals())

    def update_agent_config(
        self,
        *,
        character_id: str | None = None,
        user: str | None = None,
        capabilities: list[str] | None | s.Unset = s.UNSET,
        max_concurrent_tasks: int | None | s.Unset = s.UNSET,
        preferred_model: str | None | s.Unset = s.UNSET,
        owner_id: str | None | s.Unset = s.UNSET,
        meta: dict[str, Any] | None | s.Unset = s.UNSET,
        status: Literal["IDLE", "BUSY", "FAILED", "PAUSED"] | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.Character:
        """Update agent config: Change capabilities, status, model, owner or meta of an agent with a memory, for routing work. Null clears a field; meta is replaced whole. DEVELOPER tier and above."""
        return self._call("update_agent_config", locals())

    def set_aliases(
        self,
        *,
        aliases: list[str | r.CharacterAliasesItem],
        character_id: str | None = None,
        user: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.Character:
        """Set aliases: Replace the other names (aliases) that the owner of a memory answers to; every characterId takes them."""
        return self._call("set_aliases", locals())

    def set_tags(
        self,
        *,
        tags: list[str],
        character_id: str | None = None,
        user: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.Character:
        """Set tags: Replace the tags of a character, by which list_characters filters memory owners."""
        return self._call("set_tags", locals())

    def set_sharing(
        self,
        *,
        character_id: str | None = None,
        user: str | None = None,
        visibility: Literal["PUBLIC", "PRIVATE"] | None = None,
        members: list[r.SetSharingMembersItem] | None = None,
        owner: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.Character:
        """Set sharing: Choose who in the team sees a character and its memory."""
        return self._call("set_sharing", locals())

    def resolve_alias(
        self,
        *,
        alias: str,
        **options: Unpack[s.CallOptions],
    ) -> r.Character:
        """Resolve an alias: Find the character whose memory an alias (nickname) means, in any case."""
        return self._call("resolve_alias", locals())

    def clone_character(
        self,
        *,
        name: str,
        character_id: str | None = None,
        user: str | None = None,
        external_id: str | None = None,
        copy_tags: bool | None = None,
        copy_memories: bool | None = None,
        memories: Literal["copy"] | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.CloneCharacterAnswer:
        """Clone a character: Copy the profile, categories and, when asked, memories of a character to a new one. DEVELOPER tier and above."""
        return self._call("clone_character", locals())

    def archive_character(
        self,
        *,
        character_id: str | None = None,
        user: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.Character:
        """Archive a character: Retire a character: its memory is readable and exportable, no more writes, its name stays taken until unarchived."""
        return self._call("archive_character", locals())

    def export_character(
        self,
        *,
        character_id: str | None = None,
        user: str | None = None,
        category: str | None = None,
        author: str | None = None,
        since: str | None = None,
        until: str | None = None,
        tags: list[str] | r.EraseMemoriesFilterTags2 | r.EraseMemoriesFilterTags3 | None = None,
        metadata: dict[str, str | float | r.EraseMemoriesFilterMetadata3] | None = None,
        **options: Unpack[s.CallOptions],
    ) -> str:
        """Export memories: Export all memories of a character as Markdown, which import_document reads back."""
        return self._call("export_character", locals())

    def list_categories(
        self,
        *,
        character_id: str | None = None,
        user: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.ListCategoriesAnswer:
        """List categories: The categories that sort a memory, what belongs in each and how many memories it holds."""
        return self._call("list_categories", locals())

    def add_category(
        self,
        *,
        name: str,
        character_id: str | None = None,
        user: str | None = None,
        description: str | None = None,
        importance: Literal["CRITICAL", "HIGH", "NORMAL", "LOW"] | None = None,
        hints: list[str] | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.Category:
        """Add a category: Add a category of memories; description and hints (words that speak for it) tell add_memory what belongs there."""
        return self._call("add_category", locals())

    def sync_file(
        self,
        *,
        character_id: str | None = None,
        user: str | None = None,
        file_path: str | None = None,
        file_content: str | None = None,
        label: str | None = None,
        encoding: Literal["utf8", "base64"] | None = None,
        checksum: str | None = None,
        base_version: int | None = None,
        files: list[r.SyncFileFilesItem] | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.SyncFileAnswer:
        """Sync a file: Keep a file in memory in step: each list item, paragraph and table row becomes a memory, secrets redacted. Send the whole file: unchanged lines keep their memory, vanished ones lose it. A finished document: import_document."""
        return self._call("sync_file", locals())

    def get_sync_status(
        self,
        *,
        character_id: str | None = None,
        user: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.GetSyncStatusAnswer:
        """Sync status: The state of syncing files into memory: counts, the latest 100, waiting, failed."""
        return self._call("get_sync_status", locals())

    def get_file(
        self,
        *,
        file_id: str,
        version: int | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.GetFileAnswer:
        """Get a file: Read a file synced into memory, by default the latest of its 20 stored versions."""
        return self._call("get_file", locals())

    def import_document(
        self,
        *,
        file_name: str,
        file_content: str,
        character_id: str | None = None,
        user: str | None = None,
        encoding: Literal["utf8", "base64"] | None = None,
        format: Literal["auto", "markdown", "text", "html", "json", "jsonl", "csv", "pdf", "docx"] | None = None,
        category: str | None = None,
        dry_run: bool | None = None,
        allow_secret: bool | None = None,
        conversations: list[str] | None = None,
        batch_id: str | None = None,
        answers: bool | None = None,
        passing: bool | None = None,
        without: list[str] | None = None,
        examples: int | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.ImportDocumentAnswer:
        """Import a document: Import a document: notes, PDF, DOCX, chats, memory exports. All or nothing; known things and small talk skipped, secrets redacted; dryRun counts. A file that changes: sync_file."""
        return self._call("import_document", locals())

    def update_member(
        self,
        *,
        member_id: str,
        name: str | None = None,
        role: Literal["VIEWER", "MEMBER", "ADMIN", "OWNER"] | None = None,
        status: Literal["ACTIVE", "SUSPENDED"] | None = None,
        external_id: str | None | s.Unset = s.UNSET,
        **options: Unpack[s.CallOptions],
    ) -> r.UpdateMemberAnswer:
        """Change a member: Change name, role, sign-in id (externalId; null clears it) or status of a team member; SUSPENDED shuts it out at once."""
        return self._call("update_member", locals())

    def remove_member(
        self,
        *,
        member_id: str,
        **options: Unpack[s.CallOptions],
    ) -> r.RemoveMemberAnswer:
        """Remove a member: Remove a member for good and revoke its keys; what it wrote stays until erase_memories removes it (filter: author)."""
        return self._call("remove_member", locals())

    def create_sign_in_link(
        self,
        *,
        member_id: str,
        minutes: int | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.CreateSignInLinkAnswer:
        """Create a sign-in link: Make a link that signs a member (id or name) in to the dashboard once. It ends an earlier one. For others: OWNER."""
        return self._call("create_sign_in_link", locals())

    def remove_passkey(
        self,
        *,
        passkey_id: str,
        **options: Unpack[s.CallOptions],
    ) -> r.RemovePasskeyAnswer:
        """Remove a passkey: Remove a passkey of yours, or as OWNER of anyone in the team. The sessions that it opened end at once."""
        return self._call("remove_passkey", locals())

    def rotate_key(
        self,
        *,
        key_id: str,
        overlap_minutes: int | None = None,
        expires_at: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.RotateKeyAnswer:
        """Rotate an API key: Make a key in the place of one of yours, or as OWNER of any member: with the same name and scope. The old one ends at once, or after `overlapMinutes`. The answer alone holds the new text."""
        return self._call("rotate_key", locals())

    def revoke_key(
        self,
        *,
        key_id: str,
        **options: Unpack[s.CallOptions],
    ) -> r.RevokeKeyAnswer:
        """Revoke an API key: End an API key of yours, or as OWNER of any member, at once and for good."""
        return self._call("revoke_key", locals())

    def revoke_grant(
        self,
        *,
        grant_id: str,
        **options: Unpack[s.CallOptions],
    ) -> r.RevokeGrantAnswer:
        """Revoke a client: Revoke a client that you, or as OWNER anyone of the team, had allowed: all its tokens end at once."""
        return self._call("revoke_grant", locals())

    def end_session(
        self,
        *,
        session_id: str,
        **options: Unpack[s.CallOptions],
    ) -> r.EndSessionAnswer:
        """End a session: Sign a browser out of the dashboard: one of yours, or as OWNER any of the team."""
        return self._call("end_session", locals())

    def review_capture(
        self,
        *,
        clause_id: str,
        verdict: Literal["kept", "undone"],
        **options: Unpack[s.CallOptions],
    ) -> r.ReviewCaptureAnswer:
        """Review a capture: Keep a statement that a hook left out or only proposed, or forget one that it stored. Kinds that people reject often are no longer stored."""
        return self._call("review_capture", locals())

    def review_change(
        self,
        *,
        change_id: str,
        verdict: Literal["kept", "undone", "open"],
        **options: Unpack[s.CallOptions],
    ) -> r.ReviewChangeAnswer:
        """Review a change: Record that a person has reviewed a change: it was kept, or undone; or that it is to be reviewed again."""
        return self._call("review_change", locals())

    def get_page(
        self,
        *,
        character_id: str | None = None,
        user: str | None = None,
        max_tokens: int | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.GetPageAnswer:
        """What is known: A page of what holds of a character: the most useful memories under headings, near-equal ones once. For agents assemble_context without a query is shorter."""
        return self._call("get_page", locals())

    def change_memories(
        self,
        *,
        change: r.ChangeMemoriesChange,
        character_id: str | None = None,
        user: str | None = None,
        ids: list[str] | None = None,
        filter: r.ChangeMemoriesFilter | None = None,
        batch_id: str | None = None,
        forgotten: str | None = None,
        allow_secret: bool | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.ChangeMemoriesAnswer:
        """Change many memories: Change category, importance, salience or state (deleted, restored) of up to 500 memories, or of all that a filter means, or move them to another character, as one batch; undo_batch undoes it."""
        return self._call("change_memories", locals())

    def export_memories(
        self,
        *,
        character_id: str | None = None,
        user: str | None = None,
        ids: list[str] | None = None,
        filter: r.ChangeMemoriesFilter | None = None,
        **options: Unpack[s.CallOptions],
    ) -> str:
        """Export some memories: Export up to 500 memories of a character, or all that a filter means, as Markdown, which import_document reads back."""
        return self._call("export_memories", locals())

    def merge_memories(
        self,
        *,
        keep_id: str,
        delete_id: str,
        character_id: str | None = None,
        user: str | None = None,
        content: str | None = None,
        allow_secret: bool | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.MergeMemoriesAnswer:
        """Merge two memories: Make one memory of two that say the same: keepId gets the merged text as a new revision, deleteId is deleted and can be restored; undo_batch undoes both."""
        return self._call("merge_memories", locals())

    def review_forget_request(
        self,
        *,
        memory_ids: list[str],
        decision: Literal["delete", "keep", "ask", "erase"],
        character_id: str | None = None,
        user: str | None = None,
        what: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.ReviewForgetRequestAnswer:
        """Answer a request to forget: What a person says of memories that the user asked to forget (list_forget_requests): delete all of them (undo_batch takes that back), erase them for good, keep them, or ask again."""
        return self._call("review_forget_request", locals())

    def preview_retention(
        self,
        *,
        days: int,
        character_id: str | None = None,
        user: str | None = None,
        page: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.PreviewRetentionAnswer:
        """Preview retention: List the memories that apply_retention would delete, the newest first: never recalled in so many days."""
        return self._call("preview_retention", locals())

    def apply_retention(
        self,
        *,
        days: int,
        character_id: str | None = None,
        user: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.ApplyRetentionAnswer:
        """Forget memories never recalled: Delete the memories that are older than a number of days and that no recall has given since, except CRITICAL ones, as one batch; undo_batch undoes it."""
        return self._call("apply_retention", locals())

    def add_memories(
        self,
        *,
        memories: list[r.AddMemoriesMemoriesItem],
        character_id: str | None = None,
        user: str | None = None,
        allow_secret: bool | None = None,
        time_zone: str | None = None,
        category_preset: Literal["developer", "standard"] | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.AddMemoriesAnswer:
        """Remember many as written: Remember up to 500 finished statements word for word. Each has its own result, in order: ADD, NONE if it is stored already, or ERROR."""
        return self._call("add_memories", locals())

    def rename_character(
        self,
        *,
        name: str,
        character_id: str | None = None,
        user: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.Character:
        """Rename a character: Give a character another name; its id, aliases and memories stay."""
        return self._call("rename_character", locals())

    def delete_character(
        self,
        *,
        character_id: str | None = None,
        user: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.Character:
        """Delete a character: Delete a character with its memories: they are hidden until restore_character, and the name stays taken."""
        return self._call("delete_character", locals())

    def restore_character(
        self,
        *,
        character_id: str | None = None,
        user: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.Character:
        """Restore a character: Bring a deleted character back as it was, with all its memories; an active one counts for the tier."""
        return self._call("restore_character", locals())

    def unarchive_character(
        self,
        *,
        character_id: str | None = None,
        user: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.Character:
        """Take a character out of the archive: Make an archived character active again, with all its memories; it counts for the tier."""
        return self._call("unarchive_character", locals())

    def rate_recall(
        self,
        *,
        recall_id: str,
        rating: Literal["useful", "wrong", "none"],
        memory_id: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.RateRecallAnswer:
        """Rate a recall: Rate the memories that an agent received, all or one of them, as useful or wrong. Hooks leave out what was wrong when its question is asked again."""
        return self._call("rate_recall", locals())

    def dismiss_question(
        self,
        *,
        recall_id: str,
        dismissed: bool | None = None,
        memory_id: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.DismissQuestionAnswer:
        """Dismiss a question: Say that the question of a recall needs no memory, or which one answers it since: it and equal ones are no gaps, now and later."""
        return self._call("dismiss_question", locals())

    def get_webhook(
        self,
        *,
        webhook_id: str,
        **options: Unpack[s.CallOptions],
    ) -> r.GetWebhookAnswer:
        """Get a webhook: See one webhook: its address, its events, and since when it fails. BUSINESS tier."""
        return self._call("get_webhook", locals())

    def update_webhook(
        self,
        *,
        webhook_id: str,
        url: str | None = None,
        events: list[Literal["*", "character.created", "character.updated", "character.archived", "character.deleted", "character.restored", "character.shared", "memory.created", "memory.updated", "memory.deleted", "memory.restored", "memory.ended", "memory.erased", "memory.batch", "file.synced", "import.committed", "extraction.failed", "member.changed", "key.created", "key.revoked", "tier.changed", "webhook.disabled", "webhook.test"]] | None = None,
        character_ids: list[str] | None | s.Unset = s.UNSET,
        description: str | None | s.Unset = s.UNSET,
        include_content: bool | None = None,
        status: Literal["ENABLED", "DISABLED"] | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.UpdateWebhookAnswer:
        """Update a webhook: Change where a webhook sends and what, or enable or disable it; what waits is sent once it is enabled. Null clears a field. Its maker or an OWNER may. BUSINESS tier."""
        return self._call("update_webhook", locals())

    def delete_webhook(
        self,
        *,
        webhook_id: str,
        **options: Unpack[s.CallOptions],
    ) -> r.DeleteWebhookAnswer:
        """Delete a webhook: Remove a webhook and its deliveries; waiting ones are not sent. BUSINESS tier."""
        return self._call("delete_webhook", locals())

    def rotate_webhook_secret(
        self,
        *,
        webhook_id: str,
        **options: Unpack[s.CallOptions],
    ) -> r.RotateWebhookSecretAnswer:
        """Rotate a webhook's secret: Give a webhook a new secret, shown only now; for 24 hours, until oldUntil, the one before signs as well. BUSINESS tier."""
        return self._call("rotate_webhook_secret", locals())

    def test_webhook(
        self,
        *,
        webhook_id: str,
        **options: Unpack[s.CallOptions],
    ) -> r.TestWebhookAnswer:
        """Test a webhook: Send the event webhook.test to a webhook now, once, and see the response. BUSINESS tier."""
        return self._call("test_webhook", locals())

    def list_webhook_deliveries(
        self,
        *,
        webhook_id: str,
        status: Literal["PENDING", "DELIVERED", "FAILED"] | None = None,
        page: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.ListWebhookDeliveriesAnswer:
        """List a webhook's deliveries: See the deliveries of a webhook in the last 30 days and the responses, newest first. BUSINESS tier."""
        return self._call("list_webhook_deliveries", locals())

    def exchange_changes(
        self,
        *,
        message: str,
        character_id: str | None = None,
        user: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.ExchangeChangesAnswer:
        """Exchange changes with a replica: For stores that replicate a character (`connect`): takes the changes made there, answers those that are not there yet. No agent needs it."""
        return self._call("exchange_changes", locals())

    def get_memory(
        self,
        *,
        memory_id: str,
        character_id: str | None = None,
        user: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.GetMemoryAnswer:
        """Get a memory: One memory by its id."""
        return self._call("get_memory", locals())

    def update_memory(
        self,
        *,
        memory_id: str,
        character_id: str | None = None,
        user: str | None = None,
        content: str | None = None,
        category: str | None = None,
        salience: float | None = None,
        importance: Literal["CRITICAL", "HIGH", "NORMAL", "LOW"] | None = None,
        valid_until: str | None = None,
        supersedes: list[str] | None = None,
        tags: list[str] | None = None,
        metadata: dict[str, str | float] | None = None,
        time_zone: str | None = None,
        allow_secret: bool | None = None,
        expected_revision: int | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.UpdateMemoryAnswer:
        """Correct a memory: Correct a memory that is wrong or outdated, instead of adding a second one: its text, category, salience or importance. The earlier version stays in its history."""
        return self._call("update_memory", locals())

    def delete_memory(
        self,
        *,
        memory_id: str,
        character_id: str | None = None,
        user: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.DeleteMemoryAnswer:
        """Forget a memory: Forget a memory that is wrong or unwanted; restore_memory brings it back."""
        return self._call("delete_memory", locals())

    def restore_memory(
        self,
        *,
        memory_id: str,
        character_id: str | None = None,
        user: str | None = None,
        as_proposal: bool | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.Memory:
        """Restore a memory: Bring a deleted (forgotten) memory back under its old id."""
        return self._call("restore_memory", locals())

    def get_memory_history(
        self,
        *,
        memory_id: str,
        character_id: str | None = None,
        user: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.GetMemoryHistoryAnswer:
        """Memory history: See every version of a memory, oldest first, with author and time; of deleted ones too."""
        return self._call("get_memory_history", locals())

    def explain_memory(
        self,
        *,
        memory_id: str,
        query: str,
        character_id: str | None = None,
        user: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.ExplainMemoryAnswer:
        """Explain a rank: Why a search finds a memory at its rank, or not."""
        return self._call("explain_memory", locals())

    def update_category(
        self,
        *,
        name: str,
        character_id: str | None = None,
        user: str | None = None,
        description: str | None = None,
        importance: Literal["CRITICAL", "HIGH", "NORMAL", "LOW"] | None = None,
        hints: list[str] | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.Category:
        """Update a category: Change a memory category's description, importance or hints; its name stays."""
        return self._call("update_category", locals())

    def delete_category(
        self,
        *,
        name: str,
        character_id: str | None = None,
        user: str | None = None,
        reassign_to: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.DeleteCategoryAnswer:
        """Delete a category: Remove a category; its memories move to reassignTo, required while it holds any."""
        return self._call("delete_category", locals())

    def keep_kind(
        self,
        *,
        kind: Literal["rule", "preference", "decision", "correction", "fact"],
        character_id: str | None = None,
        user: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.KeepKindAnswer:
        """Keep a kind again: Let hooks keep a kind of statement again that people rejected: verdicts up to now no longer count."""
        return self._call("keep_kind", locals())

    def revert_memory(
        self,
        *,
        memory_id: str,
        revision: int,
        character_id: str | None = None,
        user: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.Memory:
        """Restore a revision: Make an earlier version of a memory its newest one, as its history has it; a deleted memory comes back with it."""
        return self._call("revert_memory", locals())

    def keep_both(
        self,
        *,
        memory_id: str,
        other_id: str,
        character_id: str | None = None,
        user: str | None = None,
        answer: Literal["changed", "both", "neither"] | None = None,
        remains: str | None = None,
        batch_id: str | None = None,
        allow_secret: bool | None = None,
        kept: bool | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.KeepBothAnswer:
        """Keep both memories: Say that two memories that look alike are both right: list_duplicates leaves them out until one of the texts changes. Or, of a newer one that may say what holds instead, what a person says: it changed, or neither holds."""
        return self._call("keep_both", locals())

    def undo_batch(
        self,
        *,
        batch_id: str,
        character_id: str | None = None,
        user: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.UndoBatchAnswer:
        """Undo a batch: Undo a batch: its memories get their earlier state back, unless they were changed since. The undo is a batch too."""
        return self._call("undo_batch", locals())

    def mute_memory(
        self,
        *,
        memory_id: str,
        character_id: str | None = None,
        user: str | None = None,
        muted: bool | None = None,
        trusted: bool | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.MuteMemoryAnswer:
        """Mute a memory: Choose whether hooks give a memory to agents; searches find it in any case."""
        return self._call("mute_memory", locals())

    def rename_category(
        self,
        *,
        name: str,
        new_name: str,
        character_id: str | None = None,
        user: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.Category:
        """Rename a category: Give a memory category another name; its memories stay in it."""
        return self._call("rename_category", locals())

    def redeliver_webhook(
        self,
        *,
        webhook_id: str,
        delivery_id: str,
        **options: Unpack[s.CallOptions],
    ) -> r.RedeliverWebhookAnswer:
        """Deliver again: Send a delivery of a webhook again, whatever its result, with the same webhook-id. BUSINESS tier."""
        return self._call("redeliver_webhook", locals())

    def search_several(
        self,
        *,
        query: str,
        character_ids: list[str] | None = None,
        everywhere: bool | None = None,
        limit: int | None = None,
        category: str | None = None,
        since: str | None = None,
        until: str | None = None,
        importance: Literal["CRITICAL", "HIGH", "NORMAL", "LOW"] | None = None,
        source: Literal["direct", "extraction", "file", "import"] | None = None,
        file: str | None = None,
        min_relevance: float | None = None,
        holds: Literal["true", "false", "any"] | None = None,
        as_of: str | None = None,
        time_zone: str | None = None,
        explain: bool | None = None,
        author: str | None = None,
        client: str | None = None,
        tags: list[str] | r.EraseMemoriesFilterTags2 | r.EraseMemoriesFilterTags3 | None = None,
        metadata: dict[str, str | float | r.EraseMemoriesFilterMetadata3] | None = None,
        having: list[str] | None = None,
        narrow: bool | None = None,
        page: int | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.SearchSeveralAnswer:
        """Search memories: Recall from memory what is known: facts, preferences, decisions, what was said earlier or last time. Ask in plain words of any language; names, dates ("last week") and identifiers work. Call it before you answer from memory or store something. Best first; low relevance or none: nothing is known."""
        return self._call("search_several", locals())

    def list_everywhere(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        category: str | None = None,
        state: Literal["ACTIVE", "DELETED", "PROPOSED", "ALL"] | None = None,
        importance: Literal["CRITICAL", "HIGH", "NORMAL", "LOW"] | None = None,
        since: str | None = None,
        until: str | None = None,
        holds: Literal["true", "false", "any"] | None = None,
        as_of: str | None = None,
        time_zone: str | None = None,
        least_importance: Literal["CRITICAL", "HIGH", "NORMAL", "LOW"] | None = None,
        source: Literal["direct", "extraction", "file", "import"] | None = None,
        file_id: str | None = None,
        client: str | None = None,
        author: str | None = None,
        batch_id: str | None = None,
        session_id: str | None = None,
        stored_since: str | None = None,
        tags: list[str] | r.EraseMemoriesFilterTags2 | r.EraseMemoriesFilterTags3 | None = None,
        metadata: dict[str, str | float | r.EraseMemoriesFilterMetadata3] | None = None,
        sort: Literal["newest", "oldest", "importance", "recalled", "changed"] | None = None,
        **options: Unpack[s.CallOptions],
    ) -> r.ListEverywhereAnswer:
        """List memories: Browse memories newest first, by category (such as preferences or decisions), importance or time, deleted ones too. To find something: search_memories."""
        return self._call("list_everywhere", locals())

    def undo_everywhere(
        self,
        *,
        batch_id: str,
        **options: Unpack[s.CallOptions],
    ) -> r.UndoEverywhereAnswer:
        """Undo a batch: Undo a batch: its memories get their earlier state back, unless they were changed since. The undo is a batch too."""
        return self._call("undo_everywhere", locals())
