package org.banip.app.option;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for the way in which an MBU sends. */
public final class SendOptions {
    @Option(
            names = "--speed",
            paramLabel = "X",
            defaultValue = "1",
            converter = Ranges.Speed.class,
            description = "Speed in seconds of signal per second, 0.01 to 10000. Default: ${DEFAULT-VALUE}, real time.")
    private double speed;

    @Mixin
    private final ChosenUplink uplink = new ChosenUplink();

    @Option(
            names = "--chain",
            paramLabel = "CHAIN",
            defaultValue = ChainOption.DEFAULT,
            converter = ChainOption.Converter.class,
            description = "Transcoding chain (docs/transcoders.md). Default: ${DEFAULT-VALUE}.")
    private ChainOption chain = new ChainOption(ChainOption.DEFAULT);

    @Option(
            names = "--seal-to",
            paramLabel = "KEY",
            converter = SealOption.class,
            description =
                    "Encrypt all packets for the owner of this key, the public key that 'banip seal-key' prints. Default: no.")
    private @Nullable String sealTo;

    @Mixin
    private final SendWindowOption window = new SendWindowOption();

    @Mixin
    private final AcknowledgeOption acknowledge = new AcknowledgeOption();

    /** How long the host may let an acknowledgement wait for others; empty for the MBU's own default. */
    public Optional<Duration> acknowledgeWithin() {
        return acknowledge.within();
    }

    /** Seconds of signal per second. */
    public double speed() {
        return speed;
    }

    /** The uplink's name. */
    public String uplink() {
        return uplink.name();
    }

    /** What the MBU may have under way beyond the path's own round trip; zero without a limit. */
    public Duration sendWindow() {
        return window.beyond();
    }

    /** The chain's text. */
    public String chain() {
        return sealTo == null ? chain.text() : chain.text() + "|" + SealOption.component(sealTo);
    }
}
