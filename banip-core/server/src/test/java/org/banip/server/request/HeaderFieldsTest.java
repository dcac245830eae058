package org.banip.server.request;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HeaderFieldsTest {
    @Test
    void severalFieldsOfANameAreOneList() {
        HttpServletRequest request = with(List.of("wifi", "lte"));
        assertThat(HeaderFields.all(request, "Banip-Path")).containsExactly("wifi", "lte");
        assertThat(HeaderFields.joined(request, "Banip-Path")).isEqualTo("wifi, lte");
    }

    @Test
    void aNameWithoutFieldsHasNoList() {
        assertThat(HeaderFields.all(with(List.of()), "Banip-Path")).isEmpty();
        assertThat(HeaderFields.joined(with(List.of()), "Banip-Path")).isNull();
    }

    /** The Servlet API lets a container answer with null. */
    @Test
    void aContainerThatShowsNoFieldsHasNone() {
        assertThat(HeaderFields.all(with(null), "Banip-Path")).isEmpty();
        assertThat(HeaderFields.joined(with(null), "Banip-Path")).isNull();
    }

    private static HttpServletRequest with(@Nullable List<String> values) {
        return (HttpServletRequest) Proxy.newProxyInstance(
                HeaderFieldsTest.class.getClassLoader(),
                new Class<?>[] {HttpServletRequest.class},
                (proxy, method, arguments) -> {
                    assertThat(method.getName()).isEqualTo("getHeaders");
                    assertThat(arguments).containsExactly("Banip-Path");
                    return values == null ? null : Collections.enumeration(values);
                });
    }
}
