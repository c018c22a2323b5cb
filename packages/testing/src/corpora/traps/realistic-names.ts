import type { Json } from "@assay/contract";

/** Properties that people and models add to a document that does not define them, each with a plausible value. */
export const realisticProperties: readonly (readonly [name: string, value: Json])[] = [
  ...named("jiraTicket ticketId ticketNumber issueKey issueNumber storyId epicKey changeRequest incidentNumber", [
    "DATA-118",
    "OPS-2041",
    "4711",
  ]),
  ...named("operationId baseGeneratorId parentId externalId legacyId correlationId requestId traceId tenantId", [
    "listInvoices",
    "person-basic",
    "b2c1a9d4",
  ]),
  ...named("projectId workspaceId organizationId accountNumber customerNumber productCode skuCode templateId batchId", [
    "retail-eu",
    "ACME-7",
    "P-00912",
  ]),
  ...named("id uid guid uuid key code ref slug handle alias identifier nickname shortCode permalink anchor", [
    "first-draft",
    "spring-batch",
    "x42",
  ]),
  ...named("name displayName tableName fullName shortName fileName className hostName userName screenName", [
    "Quarterly figures",
    "customer_master",
    "North region",
  ]),
  ...named("title heading headline caption subtitle tagline label displayLabel tooltip placeholder legend", [
    "Quarterly figures",
    "Everything at a glance",
    "For the spring release",
  ]),
  ...named("notes comment comments remarks remark annotation memo hint help footnote disclaimer caveat", [
    "Talked about in the meeting on Tuesday.",
    "Please look at this before the release.",
    "Nothing else to say about it.",
  ]),
  ...named("overview abstract details longDescription shortDescription background motivation justification purpose", [
    "Asked for by three teams since the spring, because they write these by hand.",
    "A first step; the rest follows once the migration is done.",
    "Replaces what the old platform offered until last year.",
  ]),
  ...named("goal objective useCase problemStatement acceptanceCriteria scopeNote assumptions risks impact benefits", [
    "Fewer support tickets about dates that nobody can read.",
    "Teams can try it without asking anybody first.",
    "None that we know of so far, but see the ticket.",
  ]),
  ...named("createdBy updatedBy modifiedBy requestedBy approvedBy reviewer author submitter assignee maintainer", [
    "ada",
    "ben.okoro",
    "platform-team",
  ]),
  ...named("requester approver sponsor steward editor contributor creator proposer responsible supervisor", [
    "chiara",
    "data-office",
    "team-north",
  ]),
  ...named("teamName team squad department division businessUnit costCenter officeLocation company vendor", [
    "Platform",
    "Retail EU",
    "4400-12",
  ]),
  ...named("contact contactEmail email phone slackChannel mailingList supportUrl helpdesk pager chatRoom", [
    "platform@example.org",
    "#data-platform",
    "+47 22 00 00 00",
  ]),
  ...named("createdAt updatedAt modifiedAt deletedAt publishedAt approvedAt submittedAt expiresAt timestamp", [
    "2026-10-01T08:00:00Z",
    "2026-11-15T12:30:00Z",
  ]),
  ...named("createdOn dueDate releaseDate targetDate startDate endDate birthday validFrom validUntil effectiveDate", [
    "2026-10-01",
    "2027-01-31",
  ]),
  ...named("version revision apiRevision buildNumber releaseName changelog commit branch tag milestone sprint", [
    "1.4.2",
    "2026.11",
    "main",
  ]),
  ...named("status state phase stage lifecycle visibility environment region country currency locale language", [
    "draft",
    "in review",
    "eu-north-1",
  ]),
  ...named("category group section topic theme area module component layer tier segment cluster family genre", [
    "commerce",
    "internal tools",
    "gold",
  ]),
  ...named("url link homepage website documentationUrl docs repository sourceUrl iconUrl logo image thumbnail", [
    "https://wiki.example.org/page/118",
    "https://example.org/logo.svg",
  ]),
  ...named("callbackUrl webhook endpointUrl schemaUrl licenseUrl termsOfService privacyPolicy sitemap feed origin", [
    "https://hooks.example.org/inbound",
    "https://example.org/terms",
  ]),
  ...named("license copyright confidentiality classification sensitivity retention jurisdiction compliance policy", [
    "internal",
    "Apache-2.0",
    "30 days",
  ]),
  ...named(
    "priority severity rank weight score order position sequence index ordinal importance urgency",
    [2, 10, 100],
  ),
  ...named(
    "count total amount quantityOnHand size length width height depth capacity maximum minimum threshold",
    [12, 250, 5],
  ),
  ...named(
    "price cost budget estimate effort storyPoints hours duration interval frequency window timeout delay",
    [60, 30, 8],
  ),
  ...named(
    "retries concurrency batchSize bufferSize chunkSize offset limit page top depthLimit burst quota",
    [100, 20, 3],
  ),
  ...named("isActive isDefault isPublic isInternal enabled active hidden archived locked verified approved published", [
    true,
    false,
  ]),
  ...named("experimental optional nullable readOnly mandatory unique indexed sortable searchable cached encrypted", [
    true,
    false,
  ]),
  ...named("keywords labels hashtags topics categories synonyms aliases links attachments dependencies prerequisites", [
    ["billing", "spring"],
    ["north", "south"],
  ]),
  ...named("watchers reviewers approvers stakeholders contributors members followers participants subscribers", [
    ["ada", "ben"],
    ["platform-team"],
  ]),
  ...named("columns rows items records entries elements values options choices variants examples features", [
    [{ label: "North", amount: 3 }],
    [{ title: "First" }, { title: "Second" }],
  ]),
  ...named("steps tasks checklist todos questions answers references sources citations changes history", [
    ["Ask the team.", "Write it down."],
    ["See DATA-118."],
  ]),
  ...named("metadata meta extra extensions custom attributes settings config configuration preferences params", [
    { origin: "import", lines: 3 },
    { colour: "green" },
  ]),
  ...named("context schema format layout style display appearance rendering formatting audit tracking telemetry", [
    { level: "basic" },
    { from: "2026", until: "2027" },
  ]),
  ...named("resourceType entityType contentKind mimeKind recordKind objectClass dataSource targetSystem sourceSystem", [
    "warehouse",
    "table",
    "csv",
  ]),
  ...named("primaryKey foreignKey partitionKey sortKey naturalKey checksum hash etag signature fingerprint nonce", [
    "customer_id",
    "9f86d081884c7d65",
  ]),
];

function named(names: string, values: readonly Json[]): readonly (readonly [string, Json])[] {
  return names.split(" ").map((name, index) => [name, values[index % values.length] as Json] as const);
}
