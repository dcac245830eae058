package org.banip.measure.command;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.banip.app.option.AcknowledgeOption;
import org.banip.app.option.ChosenUplink;
import org.banip.app.source.BanSignal;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The MBU of a measurement: its uplink, its signal, and when it wants acknowledgements. */
final class MbuOptions {
    /** Channels of the generated signal. */
    static final int CHANNELS = 15;

    @Mixin
    private final ChosenUplink uplink = new ChosenUplink();

    @Option(
            names = "--tls",
            description =
                    "The MBU's connections have TLS, with a certificate made for the run; those of http3 always have. "
                            + "Default: no.")
    private boolean tls;

    @Option(
            names = "--recording",
            paramLabel = "FILE",
            description =
                    "Recording that the sensors replay. Default: a generated signal of " + CHANNELS + " channels.")
    private @Nullable Path recording;

    @Mixin
    private final AcknowledgeOption acknowledge = new AcknowledgeOption();

    /** The uplink's name. */
    String uplink() {
        return uplink.name();
    }

    /** Whether its connections have TLS, even if the uplink needs none. */
    boolean tls() {
        return tls;
    }

    /** The recording, or else a generated signal with this number of channels that have a sensor. */
    BanSignal signal(int live) {
        return recording == null ? BanSignal.generated(live) : BanSignal.of(recording);
    }

    /** How long the host may let an acknowledgement wait; empty for the MBU's own default. */
    Optional<Duration> acknowledgeWithin() {
        return acknowledge.within();
    }
}
