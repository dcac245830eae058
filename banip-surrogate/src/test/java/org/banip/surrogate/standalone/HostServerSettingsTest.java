package org.banip.surrogate.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Optional;
import org.banip.server.tls.TlsFiles;
import org.banip.surrogate.settings.AccessSettings;
import org.junit.jupiter.api.Test;

/** A host is not opened to a network by accident. */
class HostServerSettingsTest {
    private static final AccessSettings TOKEN = new AccessSettings(Optional.of("0123456789abcdef"), Optional.empty());

    @Test
    void loopbackNeedsNothing() {
        assertThat(HostServerSettings.loopback().where().isLoopback()).isTrue();
    }

    @Test
    void moreThanLoopbackNeedsATokenAndTlsOrAllowance() {
        HostServerSettings.Builder open = HostServerSettings.builder().address("0.0.0.0", 0);
        assertThatThrownBy(open::build).hasMessageContaining("broker token");
        assertThatThrownBy(() -> open.access(TOKEN).build()).hasMessageContaining("TLS");
        assertThatCode(() -> open.allowPlainRemote(true).build()).doesNotThrowAnyException();
        assertThatCode(() -> HostServerSettings.builder()
                        .address("0.0.0.0", 0)
                        .access(TOKEN)
                        .tls(TlsFiles.keyStore(Path.of("keys.p12"), "secret"))
                        .build())
                .doesNotThrowAnyException();
    }

    @Test
    void secretsAreNotShown() {
        assertThat(TOKEN.toString()).doesNotContain("0123456789abcdef");
        assertThat(TlsFiles.keyStore(Path.of("keys.p12"), "secret").toString()).doesNotContain("secret");
    }

    @Test
    void tokensMustBeLongAndDifferent() {
        assertThatThrownBy(() -> new AccessSettings(Optional.of("short"), Optional.empty()))
                .hasMessageContaining("at least 16")
                .hasMessageNotContaining("short");
        assertThatThrownBy(() -> new AccessSettings(TOKEN.brokerToken(), TOKEN.brokerToken()))
                .hasMessageContaining("another one");
    }
}
