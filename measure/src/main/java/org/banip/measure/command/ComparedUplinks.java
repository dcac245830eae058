package org.banip.measure.command;

import java.nio.file.Path;
import java.util.List;
import org.banip.app.option.UplinkOption;
import org.banip.app.source.BanSignal;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The uplinks of a comparison and the signal that all of them carry: a mixin. */
final class ComparedUplinks {
    @Option(
            names = "--uplink",
            paramLabel = "NAME[,NAME...]",
            completionCandidates = UplinkOption.Names.class,
            description = "Uplinks, with commas: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private String uplinks;

    @Option(
            names = "--recording",
            paramLabel = "FILE",
            description = "Recording that the sensors replay. Default: a generated signal of " + MbuOptions.CHANNELS
                    + " channels.")
    private @Nullable Path recording;

    /** The default is this list of names, separated by commas. */
    ComparedUplinks(String defaultUplinks) {
        uplinks = defaultUplinks;
    }

    /** Their names, which nobody has checked. */
    List<String> names() {
        return List.of(uplinks.split(",", -1));
    }

    BanSignal signal() {
        return recording == null ? BanSignal.generated(MbuOptions.CHANNELS) : BanSignal.of(recording);
    }
}
