package org.banip.emulator;

import static org.assertj.core.api.Assumptions.assumeThat;

/** For tests on real devices: skipped, with the reason, where there can be none; they fail where there must be. */
public final class NeedsPrivileges {
    private NeedsPrivileges() {}

    /** Goes on only if emulated networks can be made. */
    public static void check() {
        if (!"required".equals(System.getenv("BANIP_TEST_LINK"))) {
            assumeThat(Privileges.missing())
                    .as("what is missing for emulated links")
                    .isEmpty();
        }
    }
}
