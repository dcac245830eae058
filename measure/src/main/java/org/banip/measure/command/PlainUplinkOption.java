package org.banip.measure.command;

import org.banip.app.option.UplinkOption;
import org.banip.mbu.uplink.Uplinks;
import picocli.CommandLine.Option;

/** The uplink of an experiment whose host has no TLS. */
final class PlainUplinkOption {
    @Option(
            names = "--uplink",
            paramLabel = "NAME",
            defaultValue = "chunked",
            converter = UplinkOption.Converter.class,
            completionCandidates = UplinkOption.Names.class,
            description =
                    "The uplink: ${COMPLETION-CANDIDATES}; all but http3, which needs https. Default: ${DEFAULT-VALUE}.")
    private UplinkOption uplink = new UplinkOption(Uplinks.CHUNKED);

    /**
     * Its name.
     *
     * @throws IllegalArgumentException if it needs https
     */
    String name() {
        if (uplink.name().equals("http3")) {
            throw new IllegalArgumentException(
                    "--uplink http3 needs https, which this experiment has not; all others are possible");
        }
        return uplink.name();
    }
}
