// The lists of fields in *_fields.h name the fields that JavaScript sets, X(type, name, default, name in JavaScript). A struct
// declares them by HEADWISE_DECLARE.
#pragma once

#define HEADWISE_DECLARE(type, name, initial, script) type name = initial;
