/** Detectors of what is worth an alert in the samples of a BAN, for MBU and host alike (docs/alerts.md). */
module org.banip.alerts {
    requires transitive org.banip.core;
    requires static org.jspecify;

    exports org.banip.alerts;
    exports org.banip.alerts.ecg;
    exports org.banip.alerts.finding;
    exports org.banip.alerts.spi;

    uses org.banip.alerts.spi.DetectorProvider;

    provides org.banip.alerts.spi.DetectorProvider with
            org.banip.alerts.level.ThresholdProvider,
            org.banip.alerts.level.ChangeProvider,
            org.banip.alerts.level.TrendProvider,
            org.banip.alerts.presence.SilenceProvider,
            org.banip.alerts.presence.LeadOffProvider,
            org.banip.alerts.rhythm.HeartRateProvider,
            org.banip.alerts.motion.FallProvider;
}
