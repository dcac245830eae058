package org.banip.gateway.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.BanDescriptionJson;
import org.banip.core.json.JsonObject;
import org.banip.core.text.FileError;
import org.banip.core.text.Quoted;
import org.banip.gateway.settings.GatewayLimits;

/**
 * A BAN whose samples devices send.
 *
 * @param ban the description of the protocol
 * @param physical names of the groups whose values are in the channels' units
 */
public record DescribedBan(BanDescription ban, Set<String> physical) {
    private static final List<String> BAN_FIELDS = List.of("id", "groups");
    private static final List<String> GROUP_FIELDS =
            List.of("name", "values", "frequencyHz", "serviceClass", "latencyBoundMillis", "channels");
    private static final List<String> CHANNEL_FIELDS =
            List.of("label", "unit", "bits", "digitalMin", "digitalMax", "physicalMin", "physicalMax");

    /** Copies, and refuses what a gateway does not do. */
    public DescribedBan {
        physical = Set.copyOf(physical);
        for (SensorGroup group : ban.groups()) {
            if (group.thinning().isPresent() || group.lateAs().isPresent()) {
                throw new BanipException(
                        ErrorCode.INVALID_DESCRIPTION,
                        "group " + group.name() + ": a gateway does not know thinning and lateAs");
            }
        }
    }

    /**
     * The BAN of a device that speaks BANip, whose values are digital. What a gateway does not do is left out: its groups are neither thinned nor
     * moved after an outage.
     *
     * @throws BanipException {@code INVALID_DESCRIPTION} if it has a group of events
     */
    public static DescribedBan ofDevice(BanDescription ban) {
        List<SensorGroup> groups = new ArrayList<>();
        for (SensorGroup group : ban.groups()) {
            if (group.events().isPresent()) {
                throw new BanipException(
                        ErrorCode.INVALID_DESCRIPTION,
                        "group " + group.name()
                                + " has events, which a gateway does not send; connect the device to a broker");
            }
            groups.add(new SensorGroup(
                    group.name(), group.frequency(), group.serviceClass(), group.latencyBound(), group.channels()));
        }
        return new DescribedBan(new BanDescription(ban.id(), groups), Set.of());
    }

    /**
     * Reads a description: that of the protocol, with {@code values} of groups.
     *
     * @throws BanipException {@code MALFORMED_REQUEST} or {@code INVALID_DESCRIPTION}
     */
    public static DescribedBan fromJson(String text) {
        JsonObject json = JsonObject.parse(text);
        refuseUnknownFields(json);
        BanDescription ban = BanDescriptionJson.fromJson(text);
        Set<String> physical = new HashSet<>();
        for (JsonObject group : json.objects("groups")) {
            String values = group.optionalString("values").orElse("digital");
            if (values.equals("physical")) {
                physical.add(group.string("name"));
            } else if (!values.equals("digital")) {
                throw new BanipException(
                        ErrorCode.INVALID_DESCRIPTION,
                        "values of group " + group.string("name") + " must be digital or physical");
            }
        }
        return new DescribedBan(ban, physical);
    }

    /** The first thing that another description of the BAN has otherwise, in words; both differ. */
    String differenceTo(DescribedBan now) {
        List<SensorGroup> here = ban.groups();
        List<SensorGroup> there = now.ban.groups();
        for (int g = 0; g < Math.min(here.size(), there.size()); g++) {
            SensorGroup known = here.get(g);
            SensorGroup other = there.get(g);
            if (!known.name().equals(other.name())) {
                return "group " + (g + 1) + " is " + known.name() + ", now " + other.name();
            }
            if (!known.equals(other) || physical.contains(known.name()) != now.physical.contains(known.name())) {
                return "group " + known.name() + ": " + differenceOf(known, other);
            }
        }
        return here.size() < there.size()
                ? "it has no group " + there.get(here.size()).name()
                : "it has a group " + here.get(there.size()).name() + ", too";
    }

    private static String differenceOf(SensorGroup known, SensorGroup now) {
        if (!known.frequency().equals(now.frequency())) {
            return known.frequency() + " Hz, now " + now.frequency() + " Hz";
        }
        if (known.serviceClass() != now.serviceClass()) {
            return "service class " + known.serviceClass().token() + ", now "
                    + now.serviceClass().token();
        }
        if (!known.latencyBound().equals(now.latencyBound())) {
            return "latency bound " + known.latencyBound().toMillis() + " ms, now "
                    + now.latencyBound().toMillis() + " ms";
        }
        return known.channels().equals(now.channels()) ? "digital or physical values" : "other channels";
    }

    /** The description as lines of text: that of the protocol, then the names of the groups whose values are in units. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(BanDescriptionJson.toJson(ban));
        physical.stream().sorted().forEach(lines::add);
        return lines;
    }

    /**
     * Reads what {@link #lines} makes.
     *
     * @throws BanipException {@code MALFORMED_REQUEST} or {@code INVALID_DESCRIPTION}
     */
    static DescribedBan ofLines(List<String> lines) {
        return new DescribedBan(
                BanDescriptionJson.fromJson(lines.get(0)), new HashSet<>(lines.subList(1, lines.size())));
    }

    /** The protocol ignores fields that it does not know, but a person who writes {@code value} for {@code values} has to be told. */
    private static void refuseUnknownFields(JsonObject ban) {
        refuseUnknown(ban, "BAN", BAN_FIELDS);
        int number = 1;
        for (JsonObject group : ban.objects("groups")) {
            String where = named("group", group.value("name"), number++);
            refuseUnknown(group, where, GROUP_FIELDS);
            int position = 1;
            for (JsonObject channel : group.objects("channels")) {
                refuseUnknown(
                        channel, where + ", " + named("channel", channel.value("label"), position++), CHANNEL_FIELDS);
            }
        }
    }

    private static String named(String what, Optional<Object> name, int number) {
        return what + " " + name.map(text -> Quoted.of(text.toString())).orElse(String.valueOf(number));
    }

    private static void refuseUnknown(JsonObject json, String where, List<String> known) {
        json.unknownField(known).ifPresent(what -> {
            throw new BanipException(ErrorCode.INVALID_DESCRIPTION, where + ": " + what);
        });
    }

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException if it cannot be read or is wrong, with its name
     */
    public static DescribedBan readFile(Path file) {
        try {
            if (Files.size(file) > GatewayLimits.MESSAGE_BYTES) {
                throw new IllegalArgumentException(file + " is longer than " + GatewayLimits.MESSAGE_BYTES + " bytes");
            }
            return fromJson(Files.readString(file));
        } catch (IOException e) {
            throw new IllegalArgumentException(FileError.reading(file, e), e);
        } catch (BanipException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }
}
