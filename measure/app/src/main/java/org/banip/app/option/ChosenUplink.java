package org.banip.app.option;

import picocli.CommandLine.Option;

/** {@code --uplink}: how an MBU uses HTTP. */
public final class ChosenUplink {
    @Option(
            names = "--uplink",
            paramLabel = "NAME",
            defaultValue = "chunked",
            converter = UplinkOption.Converter.class,
            completionCandidates = UplinkOption.Names.class,
            description = "The uplink: ${COMPLETION-CANDIDATES}. Only http3 needs https. Default: ${DEFAULT-VALUE}.")
    private UplinkOption uplink = new UplinkOption("chunked");

    /** The uplink's name. */
    public String name() {
        return uplink.name();
    }
}
