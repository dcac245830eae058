package org.banip.core.interconnect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.SensorGroup;
import org.banip.core.command.CommandDeclaration;
import org.banip.core.command.CommandsJson;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;
import org.banip.core.text.Quoted;

/**
 * An MBU's request to open an interconnect, or to open it again.
 *
 * @param session random UUID of the session, which is also the interconnect's name
 * @param surrogateType a type that the host knows; {@code standard}, unless the operator added others
 * @param chain the requested chain of all groups that are not in {@code groupChains}
 * @param groupChains requested chains by group name
 * @param ban the BAN's description
 * @param acknowledgeWithin how long the host may let an acknowledgement wait for others, 0 to 10 s in whole milliseconds
 * @param reorder the reorder window that the MBU wants; empty for the one in packets that the host has
 * @param retiring whether the MBU may retire groups (docs/protocol.md, section 3.6)
 * @param adding whether the MBU may add groups (docs/protocol.md, section 3.8)
 * @param commands what the BAN takes (docs/protocol.md, section 3.7)
 * @param detectors what the host shall run for this BAN, each a JSON object (docs/protocol.md, section 3.9); at most {@value #MAX_DETECTORS}
 */
public record RegistrationRequest(
        UUID session,
        String surrogateType,
        String chain,
        Map<String, String> groupChains,
        BanDescription ban,
        Duration acknowledgeWithin,
        Optional<ReorderWindow> reorder,
        boolean retiring,
        boolean adding,
        List<CommandDeclaration> commands,
        List<String> detectors) {
    /** The longest that an acknowledgement may wait. */
    public static final Duration LONGEST_ACKNOWLEDGE_WITHIN = Duration.ofSeconds(10);

    private static final String ACKNOWLEDGE_WITHIN = "acknowledgeWithinMillis";

    /** The surrogate type that every host knows. */
    public static final String STANDARD_SURROGATE = "standard";
    /** Maximum length of a surrogate type, in code points. */
    public static final int MAX_SURROGATE_TYPE = 1024;
    /** How many detectors a BAN may declare. */
    public static final int MAX_DETECTORS = 256;

    /** Copies the map and checks that it names groups of the BAN. */
    public RegistrationRequest {
        int characters = surrogateType.codePointCount(0, surrogateType.length());
        if (characters == 0 || characters > MAX_SURROGATE_TYPE) {
            throw new BanipException(
                    ErrorCode.MALFORMED_REQUEST,
                    "surrogate type of " + characters + " characters, allowed are 1 to " + MAX_SURROGATE_TYPE);
        }
        if (acknowledgeWithin.isNegative() || acknowledgeWithin.compareTo(LONGEST_ACKNOWLEDGE_WITHIN) > 0) {
            throw new BanipException(
                    ErrorCode.MALFORMED_REQUEST,
                    ACKNOWLEDGE_WITHIN + " is " + acknowledgeWithin.toMillis() + ", allowed are 0 to "
                            + LONGEST_ACKNOWLEDGE_WITHIN.toMillis());
        }
        commands = CommandDeclaration.checked(commands);
        if (detectors.size() > MAX_DETECTORS) {
            throw new BanipException(
                    ErrorCode.INVALID_DESCRIPTION,
                    "the BAN declares " + detectors.size() + " detectors, allowed are " + MAX_DETECTORS);
        }
        detectors = Collections.unmodifiableList(new ArrayList<>(detectors));
        detectors.forEach(JsonObject::parse);
        groupChains = Collections.unmodifiableMap(new LinkedHashMap<>(groupChains));
        for (String name : groupChains.keySet()) {
            if (ban.groups().stream().noneMatch(group -> group.name().equals(name))) {
                throw new BanipException(
                        ErrorCode.UNKNOWN_GROUP,
                        "groupChains names group " + Quoted.of(name) + ", which the BAN does not have");
            }
        }
    }

    /**
     * A request for surrogates of the type {@code standard}, which wants acknowledgements at once, retires and adds no groups, and declares neither
     * commands nor detectors.
     */
    public static Builder builder(UUID session, String chain, BanDescription ban) {
        return new Builder(session, chain, ban);
    }

    /** A builder with the values of this request. */
    public Builder toBuilder() {
        Builder builder = new Builder(session, chain, ban);
        builder.surrogateType = surrogateType;
        builder.groupChains = groupChains;
        builder.acknowledgeWithin = acknowledgeWithin;
        builder.reorder = reorder;
        builder.retiring = retiring;
        builder.adding = adding;
        builder.commands = commands;
        builder.detectors = detectors;
        return builder;
    }

    /** The same for another session. */
    public RegistrationRequest of(UUID another) {
        return toBuilder().session(another).build();
    }

    /** The same with another description, and with chains for more of its groups. */
    public RegistrationRequest with(BanDescription described, Map<String, String> moreChains) {
        Map<String, String> chains = new LinkedHashMap<>(groupChains);
        chains.putAll(moreChains);
        return toBuilder().ban(described).groupChains(chains).build();
    }

    /** The same with the first ones of its groups only. */
    public RegistrationRequest ofFirst(int groups) {
        List<SensorGroup> first = ban.groups().subList(0, groups);
        Map<String, String> chains = new LinkedHashMap<>(groupChains);
        chains.keySet().retainAll(first.stream().map(SensorGroup::name).collect(Collectors.toSet()));
        return toBuilder()
                .ban(new BanDescription(ban.id(), first))
                .groupChains(chains)
                .build();
    }

    /** The same with other commands. */
    public RegistrationRequest taking(List<CommandDeclaration> others) {
        return toBuilder().commands(others).build();
    }

    /** The requested chain of a group. */
    public String chainOf(String groupName) {
        return groupChains.getOrDefault(groupName, chain);
    }

    /** The document. */
    public String toJson() {
        JsonWriter out = new JsonWriter()
                .beginObject()
                .field("protocol", Protocol.VERSION)
                .field("session", session.toString())
                .field("surrogate", surrogateType)
                .field("chain", chain);
        if (!groupChains.isEmpty()) {
            out.beginObject("groupChains");
            groupChains.forEach(out::field);
            out.endObject();
        }
        if (!acknowledgeWithin.isZero()) {
            out.field(ACKNOWLEDGE_WITHIN, acknowledgeWithin.toMillis());
        }
        reorder.ifPresent(window -> window.write(out));
        if (retiring) {
            out.field(Protocol.RETIRING, true);
        }
        if (adding) {
            out.field(Protocol.ADDING, true);
        }
        CommandsJson.write(out, commands);
        if (!detectors.isEmpty()) {
            out.list(Protocol.DETECTORS, detectors);
        }
        out.beginObject("ban");
        BanDescriptionJson.writeFields(ban, out);
        return out.endObject().endObject().toString();
    }

    /**
     * Reads a document.
     *
     * @throws BanipException {@code UNSUPPORTED_VERSION}, {@code MALFORMED_REQUEST}, {@code INVALID_DESCRIPTION} or {@code
     *     UNKNOWN_GROUP}
     */
    public static RegistrationRequest fromJson(String text) {
        JsonObject json = JsonObject.parse(text);
        Protocol.requireVersion(json);
        Map<String, String> groupChains = new LinkedHashMap<>();
        if (json.has("groupChains")) {
            JsonObject chains = json.object("groupChains");
            for (String name : chains.names()) {
                groupChains.put(name, chains.string(name));
            }
        }
        return builder(session(json), json.string("chain"), BanDescriptionJson.read(json.object("ban")))
                .surrogateType(json.string("surrogate"))
                .groupChains(groupChains)
                .acknowledgeWithin(acknowledgeWithin(json))
                .reorder(ReorderWindow.read(json))
                .retiring(Protocol.retiring(json))
                .adding(Protocol.adding(json))
                .commands(CommandsJson.read(json))
                .detectors(detectors(json))
                .build();
    }

    private static List<String> detectors(JsonObject json) {
        return json.has(Protocol.DETECTORS)
                ? json.objects(Protocol.DETECTORS).stream()
                        .map(JsonObject::toJson)
                        .collect(Collectors.toList())
                : Collections.emptyList();
    }

    private static Duration acknowledgeWithin(JsonObject json) {
        return json.has(ACKNOWLEDGE_WITHIN)
                ? Duration.ofMillis(json.integer(ACKNOWLEDGE_WITHIN, 0, LONGEST_ACKNOWLEDGE_WITHIN.toMillis()))
                : Duration.ZERO;
    }

    /** A session is a random UUID (RFC 9562, version 4), so that it cannot be guessed. */
    private static UUID session(JsonObject json) {
        UUID session = Protocol.uuid(json, "session");
        if (session.version() != 4 || session.variant() != 2) {
            throw new BanipException(
                    ErrorCode.MALFORMED_REQUEST,
                    "session " + session + " is a UUID of version " + session.version() + ", must be version 4");
        }
        return session;
    }

    /** Collects the values of a request; {@link #build} checks them. */
    public static final class Builder {
        private UUID session;
        private String surrogateType = STANDARD_SURROGATE;
        private String chain;
        private Map<String, String> groupChains = Collections.emptyMap();
        private BanDescription ban;
        private Duration acknowledgeWithin = Duration.ZERO;
        private Optional<ReorderWindow> reorder = Optional.empty();
        private boolean retiring;
        private boolean adding;
        private List<CommandDeclaration> commands = Collections.emptyList();
        private List<String> detectors = Collections.emptyList();

        private Builder(UUID session, String chain, BanDescription ban) {
            this.session = session;
            this.chain = chain;
            this.ban = ban;
        }

        /** The session's UUID. */
        public Builder session(UUID uuid) {
            session = uuid;
            return this;
        }

        /** A type that the host knows. */
        public Builder surrogateType(String type) {
            surrogateType = type;
            return this;
        }

        /** The requested chain of all groups that have none of their own. */
        public Builder chain(String components) {
            chain = components;
            return this;
        }

        /** Requested chains by group name. */
        public Builder groupChains(Map<String, String> chains) {
            groupChains = chains;
            return this;
        }

        /** The BAN's description. */
        public Builder ban(BanDescription described) {
            ban = described;
            return this;
        }

        /** How long the host may let an acknowledgement wait for others, 0 to 10 s in whole milliseconds. */
        public Builder acknowledgeWithin(Duration longest) {
            acknowledgeWithin = longest;
            return this;
        }

        /** The reorder window that the MBU wants; empty for the one in packets that the host has. */
        public Builder reorder(Optional<ReorderWindow> wanted) {
            reorder = wanted;
            return this;
        }

        /** Whether the MBU may retire groups. */
        public Builder retiring(boolean may) {
            retiring = may;
            return this;
        }

        /** Whether the MBU may add groups. */
        public Builder adding(boolean may) {
            adding = may;
            return this;
        }

        /** What the BAN takes. */
        public Builder commands(List<CommandDeclaration> declared) {
            commands = declared;
            return this;
        }

        /** What the host shall run for this BAN, each a JSON object without blanks. */
        public Builder detectors(List<String> declared) {
            detectors = declared;
            return this;
        }

        /**
         * The request.
         *
         * @throws BanipException {@code MALFORMED_REQUEST}, {@code INVALID_DESCRIPTION} or {@code UNKNOWN_GROUP}
         */
        public RegistrationRequest build() {
            return new RegistrationRequest(
                    session,
                    surrogateType,
                    chain,
                    groupChains,
                    ban,
                    acknowledgeWithin,
                    reorder,
                    retiring,
                    adding,
                    commands,
                    detectors);
        }
    }
}
