package org.banip.app.option;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.banip.app.terminal.Figures;
import org.banip.gateway.settings.DurableSpool;
import org.banip.mbu.GroupStatus;
import org.banip.mbu.MbuStatus;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.settings.SpoolKeyFile;
import org.banip.mbu.settings.SpoolSettings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The option for the directory of an MBU's spool. */
public final class SpoolOption {
    private static final String FORM = "DIR[,sync=packet|,sync=N][,size=MIB][,key=FILE[,former=FILE]...]";
    /** So that short packets of a slow group do not fill the spool before its bytes do. */
    private static final int BYTES_OF_A_PACKET = 512;

    /**
     * A directory, and how often it is synced.
     *
     * @param directory the directory
     * @param syncEvery zero for each packet; empty for the MBU's own default
     * @param bytes the most bytes of the spool; empty for the MBU's own default
     * @param key the file with the key; empty for plain files
     * @param former the files with former keys
     */
    record Place(
            Path directory,
            Optional<Duration> syncEvery,
            Optional<Long> bytes,
            Optional<Path> key,
            List<Path> former) {}

    @Option(
            names = "--spool",
            paramLabel = FORM,
            converter = Converter.class,
            description =
                    "Keep what the host has not stored in this directory, too; the next start with it goes on where this one ended"
                            + " (docs/delivery.md). sync=packet syncs each packet to the disk before it is sent, sync=N after at most N"
                            + " seconds, 0.01 to 60; size=MIB bounds what waits; key=FILE encrypts the files ('banip spool-key' makes the key),"
                            + " and former=FILE, as often as needed, opens those that were encrypted with a key of before."
                            + " Default: in memory only; with DIR alone sync=1, size=16, not encrypted.")
    private @Nullable Place place;

    /** Gives the MBU its directory, if there is one. */
    public void configure(MobileBaseUnitBuilder builder) {
        Place chosen = place;
        if (chosen != null) {
            settings(chosen).configure(builder, chosen.directory());
        }
    }

    /** The directory of a gateway, if there is one. */
    public Optional<DurableSpool> ofGateway() {
        return Optional.ofNullable(place).map(SpoolOption::settings);
    }

    private static DurableSpool settings(Place chosen) {
        return new DurableSpool(
                chosen.directory(),
                chosen.syncEvery(),
                chosen.bytes().map(SpoolOption::bounds),
                chosen.key().map(SpoolKeyFile::read),
                chosen.former().stream().map(SpoolKeyFile::read).toList());
    }

    private static SpoolSettings bounds(long bytes) {
        int packets = (int) Math.min(Integer.MAX_VALUE, bytes / BYTES_OF_A_PACKET);
        return new SpoolSettings(
                Math.max(SpoolSettings.DEFAULT.maxPackets(), packets), bytes, SpoolSettings.DEFAULT.queueBytes());
    }

    /** Whether the spool is in a directory, so that it may have what an earlier start has left. */
    public boolean isDurable() {
        return place != null;
    }

    /** Tells the user what an earlier start has left, when the MBU has just started. */
    public void sayWhatWaits(MbuStatus status) {
        long waiting =
                status.groups().stream().mapToLong(GroupStatus::spoolPackets).sum();
        if (place != null && waiting > 0) {
            System.err.println("goes on with session " + status.session() + ": " + Figures.counted(waiting, "packet")
                    + " of an earlier start " + (waiting == 1 ? "waits" : "wait") + " in " + place.directory());
        }
    }

    /** Reads the value. */
    static final class Converter implements ITypeConverter<Place> {
        private static final Pattern WHOLE = Pattern.compile("(.+?)((?:,(?:sync|size|key|former)=[^,]*)*)");

        @Override
        public Place convert(String value) {
            Matcher parts = WHOLE.matcher(value);
            if (!parts.matches() || parts.group(1).startsWith(",")) {
                throw refused(value);
            }
            List<Path> former = new ArrayList<>();
            Map<String, String> more = more(value, parts.group(2), former);
            if (!former.isEmpty() && !more.containsKey("key")) {
                throw new TypeConversionException("'" + value
                        + "' is not allowed: former is for files that are to have another key, so it needs key");
            }
            try {
                return new Place(
                        Path.of(parts.group(1)),
                        Optional.ofNullable(more.get("sync")).map(Converter::every),
                        Optional.ofNullable(more.get("size")).map(Converter::bytes),
                        Optional.ofNullable(more.get("key")).map(Path::of),
                        former);
            } catch (InvalidPathException e) {
                throw refused(value);
            }
        }

        /** What stands behind the directory, in any order, each once but for former keys. */
        private static Map<String, String> more(String value, String text, List<Path> former) {
            Map<String, String> more = new HashMap<>();
            for (String part :
                    text.isEmpty() ? new String[0] : text.substring(1).split(",", -1)) {
                int equals = part.indexOf('=');
                String of = part.substring(equals + 1);
                if (part.startsWith("former=") && !of.isEmpty()) {
                    former.add(Path.of(of));
                } else if (of.isEmpty() || more.put(part.substring(0, equals), of) != null) {
                    throw refused(value);
                }
            }
            return more;
        }

        private static Duration every(String text) {
            if (text.equals("packet")) {
                return Duration.ZERO;
            }
            try {
                return new Ranges.Seconds().convert(text);
            } catch (TypeConversionException e) {
                throw new TypeConversionException(
                        "'" + text + "' is not allowed; allowed is a number of seconds from 0.01 to 60, or packet");
            }
        }

        private static long bytes(String text) {
            if (!text.matches("[1-9]\\d{0,5}")) {
                throw new TypeConversionException(
                        "'" + text + "' is not allowed; allowed is a number of MiB from 1 to 999999");
            }
            return Long.parseLong(text) << 20;
        }

        private static TypeConversionException refused(String value) {
            return new TypeConversionException("'" + value + "' is not allowed; allowed is " + FORM);
        }
    }
}
