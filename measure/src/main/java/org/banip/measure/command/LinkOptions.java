package org.banip.measure.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.banip.emulator.profile.LinkProfile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The links that a measurement runs over, and what TCP uses on them. Two forms: a measurement of one link, and one of several links. */
abstract class LinkOptions {
    @Option(
            names = "--congestion-control",
            paramLabel = "NAME",
            description = "TCP's congestion control, for example reno, cubic, bbr. Default: the one in the profile.")
    private @Nullable String congestionControl;

    @Option(
            names = "--queue",
            paramLabel = "BYTES",
            description = "The queue in front of the uplink. Default: the one in the profile.")
    private @Nullable Integer queueBytes;

    /**
     * The profile with this name or in this file.
     *
     * @throws IllegalArgumentException if there is none, or the file cannot be read
     */
    final LinkProfile profile(String name) {
        LinkProfile profile;
        try {
            Path file = Path.of(name);
            profile = Files.isRegularFile(file) ? LinkProfile.read(file) : LinkProfile.named(name);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read link profile " + name + ": " + e.getMessage(), e);
        }
        String control = congestionControl;
        if (control != null) {
            KernelCongestion.checked(control);
            profile = profile.map(link -> link.withCongestionControl(control));
        }
        Integer bytes = queueBytes;
        return bytes == null ? profile : profile.map(link -> link.withUplinkQueue(bytes));
    }

    /** One link. */
    static final class One extends LinkOptions {
        @Option(
                names = "--link",
                paramLabel = "PROFILE",
                description =
                        "A link profile, or a file that holds one; 'banip measure link --list' lists the profiles."
                                + " Default: ${DEFAULT-VALUE}.")
        private String link;

        /** The default is a slow link. */
        One() {
            this("gprs-2slot");
        }

        /** The default is this profile. */
        One(String defaultLink) {
            link = defaultLink;
        }

        /** The link's profile. */
        LinkProfile profile() {
            return profile(link);
        }
    }

    /** Several links, measured one after the other or at the same time. */
    static final class Several extends LinkOptions {
        @Option(
                names = "--link",
                paramLabel = "PROFILE[,PROFILE...]",
                description =
                        "Link profiles, or files that hold one, separated by commas; 'banip measure link --list' lists"
                                + " the profiles. Default: ${DEFAULT-VALUE}.")
        private String links;

        /** The default is this list of profiles, separated by commas. */
        Several(String defaultLinks) {
            links = defaultLinks;
        }

        /** The links' profiles, in the order given. */
        List<LinkProfile> profiles() {
            return Arrays.stream(links.split(",", -1)).map(this::profile).toList();
        }
    }
}
