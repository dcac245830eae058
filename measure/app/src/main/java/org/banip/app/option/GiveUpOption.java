package org.banip.app.option;

import java.util.Locale;
import java.util.Map;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.settings.GivingUp;
import org.banip.mbu.settings.ReconnectSettings;
import picocli.CommandLine.Option;

/** When an error that the protocol calls final ends the MBU (docs/protocol.md, "Errors"). */
public final class GiveUpOption {
    private static final Map<When, GivingUp> POLICIES = Map.of(
            When.BEFORE_REGISTRATION, GivingUp.BEFORE_REGISTRATION,
            When.ALWAYS, GivingUp.ALWAYS,
            When.NEVER, GivingUp.NEVER);

    /** The choices. */
    enum When {
        /** Until a host has accepted the session. */
        BEFORE_REGISTRATION,
        /** At any time. */
        ALWAYS,
        /** Not at all. */
        NEVER;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    @Option(
            names = "--give-up",
            paramLabel = "WHEN",
            description = "When a final error, such as a wrong password, ends the MBU: ${COMPLETION-CANDIDATES}"
                    + " (docs/configuration.md). Otherwise it tries again. Default: before-registration.")
    private When when = When.BEFORE_REGISTRATION;

    /** Sets it. */
    public void configure(MobileBaseUnitBuilder builder) {
        builder.reconnect(
                ReconnectSettings.DEFAULT.withGivingUp(POLICIES.getOrDefault(when, GivingUp.BEFORE_REGISTRATION)));
    }
}
