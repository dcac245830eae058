package org.banip.app.option;

import java.nio.file.Path;
import org.banip.alerts.AlertRules;
import org.banip.alerts.finding.FindingListener;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for the detectors of an MBU, and for those that its host shall run. */
public final class DetectorsOption {
    @Option(
            names = "--detectors",
            paramLabel = "FILE",
            description =
                    "Let the detectors of this JSON file watch the signal (docs/alerts.md): what they find is shown here, and sent to"
                            + " the host. Default: none.")
    private @Nullable Path file;

    @Option(
            names = "--host-detectors",
            paramLabel = "FILE",
            description =
                    "Ask the host to let the detectors of this JSON file watch the signal (docs/alerts.md); its operator must allow it"
                            + " (ban-detectors). Default: none.")
    private @Nullable Path hostFile;

    /** For {@link picocli.CommandLine.Mixin}. */
    public DetectorsOption() {}

    /**
     * Gives the MBU its detectors and those for the host, if there are any.
     *
     * @throws IllegalArgumentException if there is no such file
     * @throws org.banip.core.error.BanipException {@code INVALID_DESCRIPTION} with what is wrong in the file
     */
    public void configure(MobileBaseUnitBuilder builder, FindingListener listener) {
        if (file != null) {
            builder.detectors(AlertRules.read(ExistingFile.of("--detectors", file)), listener);
        }
        if (hostFile != null) {
            builder.hostDetectors(AlertRules.read(ExistingFile.of("--host-detectors", hostFile)));
        }
    }
}
