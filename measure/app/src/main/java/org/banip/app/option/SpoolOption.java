package org.banip.app.option;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.banip.core.text.Counted;
import org.banip.mbu.GroupStatus;
import org.banip.mbu.MbuStatus;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The option for the directory of an MBU's spool. */
public final class SpoolOption {
    private static final String FORM = "DIR[,sync=packet|,sync=N]";
    private static final String SYNC = ",sync=";

    /**
     * A directory, and how often it is synced.
     *
     * @param directory the directory
     * @param syncEvery zero for each packet; empty for the MBU's own default
     */
    record Place(Path directory, Optional<Duration> syncEvery) {}

    @Option(
            names = "--spool",
            paramLabel = FORM,
            converter = Converter.class,
            description =
                    "Keep what the host has not stored in this directory, too; the next start with it goes on where this one ended"
                            + " (docs/delivery.md). sync=packet syncs each packet to the disk before it is sent, sync=N after at most N"
                            + " seconds, 0.01 to 60. Default: in memory only; with DIR alone sync=1.")
    private @Nullable Place place;

    /** Gives the MBU its directory, if there is one. */
    public void configure(MobileBaseUnitBuilder builder) {
        Place chosen = place;
        if (chosen != null) {
            chosen.syncEvery()
                    .ifPresentOrElse(
                            every -> builder.spool(chosen.directory(), every), () -> builder.spool(chosen.directory()));
        }
    }

    /** Tells the user what an earlier start has left, when the MBU has just started. */
    public void sayWhatWaits(MbuStatus status) {
        long waiting =
                status.groups().stream().mapToLong(GroupStatus::spoolPackets).sum();
        if (place != null && waiting > 0) {
            System.err.println("goes on with session " + status.session() + ": " + Counted.of(waiting, "packet")
                    + " of an earlier start wait in " + place.directory());
        }
    }

    /** Reads the value. */
    static final class Converter implements ITypeConverter<Place> {
        @Override
        public Place convert(String value) throws Exception {
            int comma = value.lastIndexOf(SYNC);
            String directory = comma < 0 ? value : value.substring(0, comma);
            try {
                return new Place(
                        Path.of(requireText(directory, value)), comma < 0 ? Optional.empty() : every(value, comma));
            } catch (InvalidPathException e) {
                throw refused(value);
            }
        }

        private static Optional<Duration> every(String value, int comma) throws Exception {
            String text = value.substring(comma + SYNC.length());
            return Optional.of(text.equals("packet") ? Duration.ZERO : new Ranges.Seconds().convert(text));
        }

        private static String requireText(String directory, String value) {
            if (directory.isEmpty()) {
                throw refused(value);
            }
            return directory;
        }

        private static TypeConversionException refused(String value) {
            return new TypeConversionException("'" + value + "' is not allowed; allowed is " + FORM);
        }
    }
}
