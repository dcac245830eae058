package org.banip.surrogate.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.banip.surrogate.SurrogateHost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OidcSettingsTest {
    private static final Map<String, String> RIGHT = Map.of(
            "oidc-issuer", "https://id.example/realms/ward",
            "oidc-client-id", "banip",
            "oidc-redirect-url", "https://host.example:8081/oidc");

    @TempDir
    private Path directory;

    private static OidcSettings with(String name, String value) {
        Map<String, String> set = new HashMap<>(RIGHT);
        set.put(name, value);
        return OidcSettings.of(LogInHost.settings(set).settings()).orElseThrow();
    }

    @Test
    void whatIsWrongIsTold() {
        assertThatThrownBy(() -> with("oidc-issuer", "http://id.example"))
                .hasMessageContaining("must be https beyond this machine");
        assertThatThrownBy(() -> with("oidc-redirect-url", "http://host.example/oidc"))
                .hasMessageContaining("must be https beyond this machine");
        assertThatThrownBy(() -> with("oidc-redirect-url", "https://host.example/"))
                .hasMessageContaining("must end with /oidc");
        assertThatThrownBy(() -> with("oidc-scopes", "profile")).hasMessageContaining("one of them openid");
        assertThat(with("oidc-issuer", "http://127.0.0.1:4593/api").issuer().getPort())
                .isEqualTo(4593);
        Map<String, String> lone = Map.of("oidc-client-id", "banip");
        assertThatThrownBy(() -> OidcSettings.of(LogInHost.settings(lone).settings()))
                .hasMessageContaining("does nothing without oidc-issuer");
        Map<String, String> half = Map.of("oidc-issuer", "https://id.example");
        assertThatThrownBy(() -> OidcSettings.of(LogInHost.settings(half).settings()))
                .hasMessageContaining("oidc-issuer needs oidc-client-id");
    }

    @Test
    void aHostWithoutAViewersFileDoesNotStart() {
        Map<String, String> set = new HashMap<>(RIGHT);
        set.put("store", directory.resolve("store.db").toString());
        assertThatThrownBy(() -> SurrogateHost.open(LogInHost.settings(set)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("https://id.example/realms/ward needs viewers-file");
        assertThat(directory.resolve("store.db")).doesNotExist();
    }

    @Test
    void metadataOfAnotherIssuerOrWithPlainAddressesIsRefused() {
        URI issuer = URI.create("https://id.example/realms/ward");
        String right = "{'issuer':'https://id.example/realms/ward','authorization_endpoint':'https://id.example/a',"
                + "'token_endpoint':'https://id.example/t','jwks_uri':'https://id.example/k',"
                + "'token_endpoint_auth_methods_supported':['client_secret_post']}";
        Metadata metadata = Metadata.parse(right.replace('\'', '"'), issuer);
        assertThat(metadata.token()).hasPath("/t");
        assertThat(metadata.takesBasic()).isFalse();
        assertThat(Metadata.place(URI.create("https://id.example/")))
                .hasToString("https://id.example/.well-known/openid-configuration");
        for (String wrong : new String[] {
            right.replace("realms/ward'", "realms/other'"),
            right.replace("https://id.example/t", "http://id.example/t"),
            right.replace("https://id.example/k", "file:///etc/passwd"),
            right.replace("'jwks_uri'", "'other'"),
            "[]"
        }) {
            assertThatThrownBy(() -> Metadata.parse(wrong.replace('\'', '"'), issuer))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("its ");
        }
    }
}
