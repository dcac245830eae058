package org.banip.gateway.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.BanDescriptionJson;
import org.banip.core.json.JsonObject;
import org.banip.core.text.FileError;
import org.banip.gateway.settings.GatewayLimits;

/**
 * A BAN whose samples devices send.
 *
 * @param ban the description of the protocol
 * @param physical names of the groups whose values are in the channels' units
 */
public record DescribedBan(BanDescription ban, Set<String> physical) {
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
     * Reads a description: that of the protocol, with {@code values} of groups.
     *
     * @throws BanipException {@code MALFORMED_REQUEST} or {@code INVALID_DESCRIPTION}
     */
    public static DescribedBan fromJson(String text) {
        BanDescription ban = BanDescriptionJson.fromJson(text);
        Set<String> physical = new HashSet<>();
        for (JsonObject group : JsonObject.parse(text).objects("groups")) {
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
