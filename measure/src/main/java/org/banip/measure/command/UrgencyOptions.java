package org.banip.measure.command;

import org.banip.emulator.profile.LinkProfile;
import org.banip.measure.results.ResultsFolder;
import picocli.CommandLine.Mixin;

/** The uplink and the link of an experiment with service classes, and the folder for its results: a mixin. */
final class UrgencyOptions {
    @Mixin
    private final PlainUplinkOption uplink = new PlainUplinkOption();

    @Mixin
    private final LinkOptions.One link = new LinkOptions.One();

    @Mixin
    private final ResultsOptions results = new ResultsOptions();

    /**
     * The uplink's name.
     *
     * @throws IllegalArgumentException if it needs https
     */
    String uplink() {
        return uplink.name();
    }

    /** The link's profile. */
    LinkProfile link() {
        return link.profile();
    }

    long seed() {
        return results.seed();
    }

    /** Whether each result is printed as a line of JSON. */
    boolean json() {
        return results.json();
    }

    /** Creates the folder. */
    ResultsFolder folder(String name) {
        return results.folder(name);
    }
}
