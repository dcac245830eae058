package org.banip.measure.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.banip.emulator.profile.LinkProfile;
import org.jspecify.annotations.Nullable;

/** A link on the command line: a profile's name, or a file with one. */
final class LinkOption {
    private LinkOption() {}

    /** The profile, with another congestion control if one is given. */
    static LinkProfile profile(String name, @Nullable String congestionControl) {
        LinkProfile profile;
        try {
            Path file = Path.of(name);
            profile = Files.isRegularFile(file) ? LinkProfile.read(file) : LinkProfile.named(name);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read link profile " + name + ": " + e.getMessage(), e);
        }
        return congestionControl == null ? profile : profile.map(link -> link.withCongestionControl(congestionControl));
    }
}
