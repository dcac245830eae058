package org.banip.core.transcoding;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Packet;
import org.banip.core.text.Quoted;
import org.banip.core.transcoding.spi.Arguments;
import org.banip.core.transcoding.spi.Decoder;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.LinkConditions;
import org.banip.core.transcoding.spi.Parameter;
import org.banip.core.transcoding.spi.Transcoder;
import org.banip.core.transcoding.spi.TranscoderProvider;

/**
 * A chain of configured components, read from its text form. The decoder half is the encoder half in reverse order.
 *
 * <p>Text form: components joined by {@code |}. Each has a name and optional parameters in parentheses: {@code
 * packetizer(units=140)|deflate(level=6)}, without blanks. The canonical text names every parameter with its value. Immutable.
 */
public final class TranscodingChain {
    /** Maximum length of a chain text. */
    public static final int MAX_TEXT = 512;
    /** Maximum number of components. */
    public static final int MAX_COMPONENTS = 8;

    private static final Pattern COMPONENT = Pattern.compile("([a-z][a-z0-9-]*)(?:\\(([^()| ]*)\\))?");

    private final String text;
    private final List<Transcoder> components;

    private TranscodingChain(String text, List<Transcoder> components) {
        this.text = text;
        this.components = Collections.unmodifiableList(components);
    }

    /**
     * Reads a chain text.
     *
     * @throws BanipException {@code INVALID_CHAIN} with the unknown component or parameter, and what is allowed
     */
    public static TranscodingChain parse(String chainText, Transcoders known) {
        if (chainText.length() > MAX_TEXT) {
            throw invalid("chain text of " + chainText.length() + " characters exceeds limit " + MAX_TEXT);
        }
        List<String> canonical = new ArrayList<>();
        List<Transcoder> components = new ArrayList<>();
        for (String part : chainText.split("\\|", -1)) {
            Matcher matcher = COMPONENT.matcher(part);
            if (!matcher.matches()) {
                boolean open = part.contains("(") && !part.endsWith(")");
                throw invalid(Quoted.of(part)
                        + (open
                                ? " does not end with a closing parenthesis; a component is like "
                                : " is not a component such as ")
                        + "deflate or deflate(level=6), without blanks");
            }
            TranscoderProvider provider = known.provider(matcher.group(1));
            Arguments arguments = arguments(provider, matcher.group(2));
            canonical.add(canonicalText(provider.name(), arguments));
            components.add(provider.create(arguments));
        }
        if (components.size() > MAX_COMPONENTS) {
            throw invalid(components.size() + " components exceed limit " + MAX_COMPONENTS);
        }
        checkOrder(canonical, components);
        String text = String.join("|", canonical);
        if (text.length() > MAX_TEXT) {
            throw invalid("canonical chain text of " + text.length() + " characters exceeds limit " + MAX_TEXT);
        }
        return new TranscodingChain(text, components);
    }

    private static void checkOrder(List<String> canonical, List<Transcoder> components) {
        int changed = -1;
        for (int i = 0; i < components.size(); i++) {
            if (components.get(i).last() && i + 1 < components.size()) {
                throw invalid(canonical.get(i) + " must be the last component, and " + canonical.get(i + 1)
                        + " stands after it");
            }
            if (changed >= 0 && components.get(i).takesSensorSets()) {
                throw invalid(canonical.get(i) + " reads samples, so it cannot stand after " + canonical.get(changed));
            }
            if (changed < 0 && !components.get(i).yieldsSensorSets()) {
                changed = i;
            }
        }
    }

    private static Arguments arguments(TranscoderProvider provider, @org.jspecify.annotations.Nullable String text) {
        Map<String, Parameter> parameters = new LinkedHashMap<>();
        Map<String, String> values = new LinkedHashMap<>();
        for (Parameter parameter : provider.parameters()) {
            parameters.put(parameter.name(), parameter);
            values.put(parameter.name(), parameter.defaultValue());
        }
        List<String> named = new ArrayList<>();
        for (String assignment : text == null || text.isEmpty() ? new String[0] : text.split(",", -1)) {
            int equals = assignment.indexOf('=');
            String name = equals < 0 ? assignment : assignment.substring(0, equals);
            Parameter parameter = parameters.get(name);
            if (equals < 0 || parameter == null) {
                throw invalid(provider.name() + ": " + Quoted.of(assignment) + " is not one of its parameters "
                        + parameters.keySet() + ", each written name=value");
            }
            if (named.contains(name)) {
                throw invalid(provider.name() + ": " + name + " is given twice");
            }
            named.add(name);
            values.put(name, parameter.canonical(provider.name(), assignment.substring(equals + 1)));
        }
        for (Parameter parameter : parameters.values()) {
            if (parameter.required() && !named.contains(parameter.name())) {
                throw invalid(provider.name() + ": " + parameter.name() + " is missing; it must be given, as "
                        + parameter.allowed());
            }
        }
        return new Arguments(values);
    }

    private static String canonicalText(String name, Arguments arguments) {
        if (arguments.values().isEmpty()) {
            return name;
        }
        List<String> assignments = new ArrayList<>();
        for (Map.Entry<String, String> entry : arguments.values().entrySet()) {
            assignments.add(entry.getKey() + "=" + entry.getValue());
        }
        return name + "(" + String.join(",", assignments) + ")";
    }

    private static BanipException invalid(String message) {
        return new BanipException(ErrorCode.INVALID_CHAIN, message);
    }

    /**
     * The same chain, if it can code the units of this group.
     *
     * @throws BanipException {@code INVALID_CHAIN} if a group of events has no component for events, or one that reads samples; or if a sampled group
     *     has one for events
     */
    public TranscodingChain requiredFor(SensorGroup group) {
        boolean events = group.events().isPresent();
        if (events != components.stream().anyMatch(Transcoder::takesEvents)) {
            throw invalid("chain " + text + " of group " + group.name() + ", which "
                    + (events
                            ? "has events: it must have the component events, for example packetizer(hold=0)|events"
                            : "is sampled: it must not have the component events"));
        }
        for (Transcoder component : components) {
            if (events && component.takesSensorSets() && !component.yieldsSensorSets() && !component.takesEvents()) {
                throw invalid("chain " + text + " of group " + group.name()
                        + ", which has events: it must not have another component that reads samples");
            }
        }
        return this;
    }

    /**
     * Another chain, if a decoder of this one decodes every packet that the other one makes of this group.
     *
     * @throws BanipException {@code INVALID_CHAIN} with the component that differs, and what may change
     */
    public TranscodingChain requireDecodes(TranscodingChain other, SensorGroup group) {
        String[] own = text.split("\\|", -1);
        String[] others = other.text.split("\\|", -1);
        if (own.length != others.length) {
            throw differs(group, other.text, text);
        }
        for (int i = 0; i < own.length; i++) {
            if (!components.get(i).decodes(group, other.components.get(i))) {
                throw differs(group, others[i], own[i]);
            }
        }
        return other.requiredFor(group);
    }

    private BanipException differs(SensorGroup group, String seen, String agreed) {
        String[] own = text.split("\\|", -1);
        List<String> free = new ArrayList<>();
        for (int i = 0; i < own.length; i++) {
            String parameters = components.get(i).senderParameters();
            if (!parameters.isEmpty()) {
                free.add(own[i].replaceFirst("\\(.*", "") + ": " + parameters);
            }
        }
        return invalid("group " + group.name() + ": the host could not decode packets of " + seen
                + ": it has agreed to " + agreed + "; "
                + (free.isEmpty() ? "you may change nothing" : "you may change only " + String.join("; ", free)));
    }

    /** The components in encoding order. */
    public List<Transcoder> components() {
        return components;
    }

    /** Whether packets depend on earlier ones of their group. */
    public boolean stateful() {
        return !keyInterval().isZero();
    }

    /** The shortest key interval of its stateful components; zero if it has none. */
    public Duration keyInterval() {
        Duration shortest = Duration.ZERO;
        for (Transcoder component : components) {
            Duration interval = component.keyInterval();
            if (!interval.isZero() && (shortest.isZero() || interval.compareTo(shortest) < 0)) {
                shortest = interval;
            }
        }
        return shortest;
    }

    /** Approximate bytes of memory that the decoders of this group hold between packets, without their buffers for packets. */
    public long decoderBytes(SensorGroup group) {
        long bytes = 0;
        for (Transcoder component : components) {
            bytes += component.decoderBytes(group);
        }
        return bytes;
    }

    /**
     * Maximum bytes of memory that the decoders of this group need for a packet and keep for later ones, including the payload's copy.
     *
     * @param length bytes of the packet's sensor sets, or of its payload, whichever is longer
     */
    public long packetBytes(SensorGroup group, int length) {
        long bytes = 2L * Math.min(length, Packet.MAX_PAYLOAD);
        for (Transcoder component : components) {
            bytes += component.packetBytes(group, length);
        }
        return bytes;
    }

    /** The encoder half for one group. */
    public ChainEncoder newEncoder(SensorGroup group) {
        return newEncoder(group, () -> LinkConditions.UNKNOWN);
    }

    /** The encoder half for one group, whose components may read the conditions of the link. */
    public ChainEncoder newEncoder(SensorGroup group, Supplier<LinkConditions> link) {
        List<Encoder> encoders = new ArrayList<>();
        for (Transcoder component : components) {
            encoders.add(component.newEncoder(group, link));
        }
        return new ChainEncoder(this, group, encoders);
    }

    /**
     * The encoder half for one group of a BAN.
     *
     * @param group number of the group in the description
     * @param link newest conditions of the link
     */
    public ChainEncoder newEncoder(BanDescription ban, int group, Supplier<LinkConditions> link) {
        List<Encoder> encoders = new ArrayList<>();
        for (Transcoder component : components) {
            encoders.add(component.newEncoder(ban, group, link));
        }
        return new ChainEncoder(this, ban.groups().get(group), encoders);
    }

    /** The decoder half for one group. */
    public ChainDecoder newDecoder(SensorGroup group) {
        List<Decoder> decoders = new ArrayList<>();
        for (int i = components.size() - 1; i >= 0; i--) {
            decoders.add(components.get(i).newDecoder(group));
        }
        return new ChainDecoder(group, decoders);
    }

    /**
     * The decoder half for one group of a BAN.
     *
     * @param group number of the group in the description
     * @throws BanipException {@code INVALID_CHAIN} if this side lacks what a decoder needs, for example a private key
     */
    public ChainDecoder newDecoder(BanDescription ban, int group) {
        List<Decoder> decoders = new ArrayList<>();
        for (int i = components.size() - 1; i >= 0; i--) {
            decoders.add(components.get(i).newDecoder(ban, group));
        }
        return new ChainDecoder(ban.groups().get(group), decoders);
    }

    /**
     * Checks that this side can decode the chain.
     *
     * @throws BanipException {@code INVALID_CHAIN} if it lacks what a decoder needs, for example a private key
     */
    public void requireDecoders() {
        for (Transcoder component : components) {
            component.requireDecoder();
        }
    }

    /** The canonical text. */
    @Override
    public String toString() {
        return text;
    }
}
